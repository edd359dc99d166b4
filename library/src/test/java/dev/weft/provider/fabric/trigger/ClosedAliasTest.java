package dev.weft.provider.fabric.trigger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.Counter;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.message.DeferredWork;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.TriggeredContext;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** EP-060: an operation whose alias is closed before it starts completes all the same. */
class ClosedAliasTest {
  private final Node node = Node.open(Node.freshName(), Node.hints(), WaitObject.NONE);
  private final long self = node.handleOf(node);
  private final Counter trigger = counter();
  private final Counter done = counter();
  private final Endpoint alias = node.endpoint.alias(BindFlags.TRANSMIT);

  private Counter counter() {
    return node.domain.openCounter(CounterAttributes.defaults());
  }

  @AfterEach
  void close() {
    trigger.close();
    done.close();
    node.close();
  }

  private Message message() {
    return new Message().address(self).context(9).vector(IoVector.of(node.memory(8)));
  }

  @Test
  void shouldCancelATriggeredOperation() {
    Message message = message().trigger(TriggeredContext.at(trigger, 1));
    assertEquals(0, alias.sendMsg(message, OperationFlags.TRIGGER));
    alias.close();
    trigger.add(1);
    node.expectError(9, Errno.ECANCELED);
  }

  @Test
  void shouldCountDeferredWorkAsFailed() {
    DeferredWork work = DeferredWork.send(alias, message(), 0).after(trigger, 1).completing(done);
    node.domain.control(ControlCommand.queueWork(work));
    alias.close();
    trigger.add(1);
    node.progress();
    assertEquals(1, done.readErr());
    node.expectNothing();
  }
}
