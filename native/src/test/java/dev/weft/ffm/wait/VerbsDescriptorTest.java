package dev.weft.ffm.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.ffm.PolledDescriptor;
import dev.weft.rdmacm.ConnectionChannel;
import dev.weft.rdmacm.ConnectionEventType;
import dev.weft.rdmacm.ConnectionId;
import dev.weft.rdmacm.ConnectionParameters;
import dev.weft.rdmacm.QueuePairAddress;
import dev.weft.rdmacm.QueuePairTransitions;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionEvent;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Devices;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendWorkRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The descriptors of the events of verbs, waited for with {@code poll(2)}. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class VerbsDescriptorTest {

  @Test
  void shouldBeReadableWhileAnEventIsQueued() {
    try (VerbsContext context = Devices.named("loopback0").open();
        CompletionChannel channel = context.createCompletionChannel();
        ProtectionDomain domain = context.allocPd();
        CompletionQueue queue = context.createCq(16, null, channel, 0);
        QueuePair sender = domain.createQp(init(queue));
        QueuePair receiver = domain.createQp(init(queue))) {
      connect(sender, receiver);
      int descriptor = channel.descriptor();
      assertEquals(descriptor, channel.descriptor());
      assertFalse(PolledDescriptor.isReadable(descriptor, 0));
      queue.requestNotify(false);
      receiver.postRecv(new ReceiveWorkRequest().wrId(1));
      sender.postSend(new SendWorkRequest().wrId(2).send());
      assertTrue(PolledDescriptor.isReadable(descriptor, -1));
      assertEquals(0, channel.getEvent(new CompletionEvent()));
      assertFalse(PolledDescriptor.isReadable(descriptor, 0));
      queue.ackEvents(1);
    }
  }

  private static QueuePairInit init(CompletionQueue queue) {
    return QueuePairInit.builder(QueuePairType.RC).completionQueue(queue).build();
  }

  private static void connect(QueuePair here, QueuePair there) {
    QueuePairAddress one = QueuePairAddress.of(here);
    QueuePairAddress other = QueuePairAddress.of(there);
    QueuePairTransitions.makeReady(there, 0, other, one);
    QueuePairTransitions.makeReady(here, 0, one, other);
  }

  @Test
  void shouldBeReadableWhileAConnectionEventIsQueued() throws Exception {
    InetSocketAddress nobody = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    try (VerbsContext context = Devices.named("loopback0").open();
        ProtectionDomain domain = context.allocPd();
        CompletionQueue queue = context.createCq(16, null, null, 0);
        ConnectionChannel channel = new ConnectionChannel();
        ConnectionId id = new ConnectionId(channel, null);
        QueuePair pair = id.createQp(domain, init(queue))) {
      int descriptor = channel.descriptor();
      assertFalse(PolledDescriptor.isReadable(descriptor, 0));
      id.connect(nobody, ConnectionParameters.usual(), null);
      assertTrue(PolledDescriptor.isReadable(descriptor, -1));
      assertEquals(ConnectionEventType.REJECTED, channel.getEvent().type());
      assertFalse(PolledDescriptor.isReadable(descriptor, 0));
      assertEquals(id.queuePair(), pair);
    }
  }

  @Test
  void shouldEndWithItsOwner() {
    VerbsContext context = Devices.named("loopback0").open();
    CompletionChannel channel = context.createCompletionChannel();
    assertFalse(PolledDescriptor.isReadable(channel.descriptor(), 0));
    assertFalse(PolledDescriptor.isReadable(context.asyncDescriptor(), 0));
    channel.close();
    context.close();
    assertThrows(IllegalStateException.class, channel::descriptor);
    assertThrows(IllegalStateException.class, context::asyncDescriptor);
  }
}
