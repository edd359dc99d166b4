package dev.weft.conformance.lying;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.poll.ChannelHandle;
import dev.weft.fabric.poll.DescriptorHandle;
import dev.weft.fabric.poll.Waitable;
import dev.weft.wait.WaitDescriptor;
import dev.weft.wait.WaitDescriptors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Queues with their own pipe as wait object, which every post signals, or none. */
final class Doorbells {

  private static final Map<CompletionQueue, Pipe> PIPES = new ConcurrentHashMap<>();

  private Doorbells() {}

  /** A queue whose channel is never signalled. */
  static CompletionQueue dead(CompletionQueue honest) {
    return withChannelOf(honest, open());
  }

  /** A queue whose channel every post signals and {@link #lookThenClear} clears. */
  static CompletionQueue rung(CompletionQueue honest) {
    Pipe pipe = open();
    PIPES.put(((QueueDecorator) honest).undecorated(), pipe);
    Posts.tell(() -> ring(pipe));
    return withChannelOf(honest, pipe);
  }

  /**
   * A trywait in the wrong order: entries that arrive between the look and the clear do not end the
   * wait. It pauses there, so that entries arrive even if both threads share a processor.
   */
  static int lookThenClear(Fabric fabric, Waitable... objects) {
    CompletionQueue queue = (CompletionQueue) objects[0];
    boolean empty = queue.read(null, 0) == -Errno.EAGAIN;
    for (int i = 0; i < 10; i++) {
      Thread.yield();
    }
    clear(PIPES.get(queue));
    return empty ? 0 : -Errno.EAGAIN;
  }

  /** A queue whose descriptor is never signalled. */
  static CompletionQueue deadDescriptor(CompletionQueue honest) {
    return withDescriptor(honest, WaitDescriptor::lower);
  }

  /** A queue whose descriptor is always readable. */
  static CompletionQueue readableDescriptor(CompletionQueue honest) {
    return withDescriptor(honest, WaitDescriptor::raise);
  }

  private static CompletionQueue withDescriptor(
      CompletionQueue honest, Consumer<WaitDescriptor> state) {
    return new QueueDecorator(honest) {
      private WaitDescriptor descriptor;

      @Override
      public <T> T control(ControlCommand<T> command) {
        T answer = super.control(command);
        if (!(answer instanceof DescriptorHandle)) {
          return answer;
        }
        if (descriptor == null) {
          descriptor = openDescriptor();
          state.accept(descriptor);
        }
        return command.answer(new DescriptorHandle(descriptor.number()));
      }

      @Override
      public void close() {
        super.close();
        if (descriptor != null) {
          descriptor.close();
          descriptor = null;
        }
      }
    };
  }

  private static WaitDescriptor openDescriptor() {
    try {
      return WaitDescriptors.open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CompletionQueue withChannelOf(CompletionQueue honest, Pipe pipe) {
    return new QueueDecorator(honest) {
      @Override
      public <T> T control(ControlCommand<T> command) {
        T answer = super.control(command);
        return answer instanceof ChannelHandle
            ? command.answer(new ChannelHandle(pipe.source()))
            : answer;
      }
    };
  }

  private static Pipe open() {
    try {
      Pipe pipe = Pipe.open();
      pipe.source().configureBlocking(false);
      pipe.sink().configureBlocking(false);
      return pipe;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void ring(Pipe pipe) {
    try {
      pipe.sink().write(ByteBuffer.allocate(1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void clear(Pipe pipe) {
    try {
      ByteBuffer room = ByteBuffer.allocate(64);
      while (pipe.source().read(room) > 0) {
        room.clear();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
