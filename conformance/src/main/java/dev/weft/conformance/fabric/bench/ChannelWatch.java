package dev.weft.conformance.fabric.bench;

import static dev.weft.conformance.check.Check.returned;

import dev.weft.conformance.failure.ClauseFailure;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.poll.ChannelHandle;
import dev.weft.fabric.poll.DescriptorHandle;
import dev.weft.fabric.poll.PollDescriptor;
import dev.weft.fabric.poll.PollDescriptorsHandle;
import dev.weft.fabric.poll.PollHandle;
import dev.weft.fabric.poll.WaitHandle;
import dev.weft.fabric.poll.Waitable;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * Waits natively, as an application does: a selector over the channels of a wait object, or {@code
 * poll(2)} over its file descriptors.
 */
public final class ChannelWatch implements AutoCloseable {
  private static final long LOOK_MILLIS = 50;
  private static final short READABLE = 1; // POLLIN
  private static final short ANYTHING = 7; // POLLIN | POLLPRI | POLLOUT

  /** Null if the wait object has descriptors. */
  private final Selector selector;

  /** Null if the wait object has channels. */
  private final DescriptorPoll poll;

  private ChannelWatch(Selector selector, DescriptorPoll poll) {
    this.selector = selector;
    this.poll = poll;
  }

  /** Watches the channels or descriptors that the object's FI_GETWAIT gives now. */
  public static ChannelWatch on(Waitable object) {
    return on(object, ControlCommand.GETWAIT);
  }

  /** Watches those of this form. */
  public static ChannelWatch on(Waitable object, ControlCommand<? extends WaitHandle> form) {
    return on(parts(object.control(form)), false);
  }

  /** Watches for all operations that such channels support. */
  public static ChannelWatch onEverything(
      Waitable object, ControlCommand<? extends WaitHandle> form) {
    return on(parts(object.control(form)), true);
  }

  /** Whether the object's FI_GETWAIT gives a channel, and also a descriptor. */
  public static boolean hasFurtherDescriptor(Waitable object) {
    return object.control(ControlCommand.GETWAIT) instanceof ChannelHandle && hasDescriptor(object);
  }

  private static boolean hasDescriptor(Waitable object) {
    try {
      object.control(ControlCommand.GETWAIT_DESCRIPTOR);
      return true;
    } catch (FabricException e) {
      returned(Errno.ENOSYS, e.errno(), "errno of FI_GETWAIT as a descriptor");
      return false;
    }
  }

  /** Watches channels or descriptors that {@link #parts} has returned. */
  public static ChannelWatch on(List<?> parts) {
    return on(parts, false);
  }

  private static ChannelWatch on(List<?> parts, boolean everything) {
    return parts.stream().allMatch(SelectableChannel.class::isInstance)
        ? select(parts.stream().map(SelectableChannel.class::cast).toList(), everything)
        : poll(parts.stream().map(PollDescriptor.class::cast).toList(), everything);
  }

  private static ChannelWatch select(List<SelectableChannel> channels, boolean everything) {
    try {
      Selector selector = Selector.open();
      for (SelectableChannel channel : channels) {
        channel.register(selector, everything ? channel.validOps() : SelectionKey.OP_READ);
      }
      return new ChannelWatch(selector, null);
    } catch (IOException e) {
      throw new ClauseFailure("a wait object's channel cannot be selected: " + e, e);
    }
  }

  private static ChannelWatch poll(List<PollDescriptor> descriptors, boolean everything) {
    List<PollDescriptor> polled =
        descriptors.stream()
            .map(each -> everything ? new PollDescriptor(each.descriptor(), ANYTHING) : each)
            .toList();
    return new ChannelWatch(null, new DescriptorPoll(polled));
  }

  /** The channels or descriptors of a handle. */
  public static List<?> parts(WaitHandle handle) {
    return switch (handle) {
      case ChannelHandle one -> List.of(one.channel());
      case PollHandle several -> several.channels();
      case DescriptorHandle one -> List.of(new PollDescriptor(one.descriptor(), READABLE));
      case PollDescriptorsHandle several -> several.descriptors();
      default -> throw new ClauseFailure("FI_GETWAIT gave neither channel nor descriptor");
    };
  }

  /** The channels or descriptors that the object's FI_GETWAIT gives now. */
  public static List<?> parts(Waitable object) {
    return parts(object.control(ControlCommand.GETWAIT));
  }

  /** Whether a channel is ready now, or becomes ready within this time. */
  public boolean ready(long timeoutMillis) {
    return poll == null ? ready(selector, timeoutMillis) : poll.ready(timeoutMillis);
  }

  private static boolean ready(Selector selector, long timeoutMillis) {
    try {
      selector.selectedKeys().clear();
      int keys = timeoutMillis == 0 ? selector.selectNow() : selector.select(timeoutMillis);
      return keys > 0;
    } catch (IOException e) {
      throw new ClauseFailure("select failed: " + e, e);
    }
  }

  /** Waits until a channel is ready; false if that hangs. */
  public boolean becomesReady() {
    return becomesReady(this::ready);
  }

  /** Waits until a channel of the selector is ready; false if that hangs. */
  public static boolean becomesReady(Selector selector) {
    boolean ready = becomesReady(millis -> ready(selector, millis));
    selector.selectedKeys().clear();
    return ready;
  }

  private static boolean becomesReady(LongPredicate look) {
    HangDetector detector = new HangDetector();
    boolean ready = look.test(LOOK_MILLIS);
    while (!ready && detector.lap()) {
      ready = look.test(LOOK_MILLIS);
    }
    return ready;
  }

  @Override
  public void close() {
    try {
      if (selector != null) {
        selector.close();
      }
    } catch (IOException e) {
      throw new ClauseFailure("close of a selector failed: " + e, e);
    }
  }
}
