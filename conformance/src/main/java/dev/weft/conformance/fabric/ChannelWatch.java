package dev.weft.conformance.fabric;

import dev.weft.conformance.ClauseFailure;
import dev.weft.conformance.HangDetector;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.poll.ChannelHandle;
import dev.weft.fabric.poll.PollHandle;
import dev.weft.fabric.poll.WaitHandle;
import dev.weft.fabric.poll.Waitable;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;

/** Waits natively, as an application does: a selector over the channels of a wait object. */
public final class ChannelWatch implements AutoCloseable {
  private static final long LOOK_MILLIS = 50;

  private final Selector selector;

  private ChannelWatch(List<SelectableChannel> channels, boolean everything) {
    try {
      selector = Selector.open();
      for (SelectableChannel channel : channels) {
        channel.register(selector, everything ? channel.validOps() : SelectionKey.OP_READ);
      }
    } catch (IOException e) {
      throw new ClauseFailure("a wait object's channel cannot be selected: " + e, e);
    }
  }

  /** Watches for readability. */
  static ChannelWatch on(List<SelectableChannel> channels) {
    return new ChannelWatch(channels, false);
  }

  /** Watches the channels that the object's FI_GETWAIT gives now. */
  static ChannelWatch on(Waitable object) {
    return on(channels(object));
  }

  /** Watches for all operations that such channels support. */
  static ChannelWatch onEverything(Waitable object) {
    return new ChannelWatch(channels(object), true);
  }

  /** The channels that the object's FI_GETWAIT gives now. */
  static List<SelectableChannel> channels(Waitable object) {
    WaitHandle handle = object.control(ControlCommand.GETWAIT);
    return switch (handle) {
      case ChannelHandle single -> List.of(single.channel());
      case PollHandle several -> several.channels();
      default -> throw new ClauseFailure("FI_GETWAIT gave no channel but " + handle);
    };
  }

  /** Whether a channel is ready now, or becomes ready within this time. */
  boolean ready(long timeoutMillis) {
    return ready(selector, timeoutMillis);
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
  boolean becomesReady() {
    return becomesReady(selector);
  }

  /** Waits until a channel of the selector is ready; false if that hangs. */
  public static boolean becomesReady(Selector selector) {
    HangDetector detector = new HangDetector();
    boolean ready = ready(selector, LOOK_MILLIS);
    while (!ready && detector.lap()) {
      ready = ready(selector, LOOK_MILLIS);
    }
    selector.selectedKeys().clear();
    return ready;
  }

  @Override
  public void close() {
    try {
      selector.close();
    } catch (IOException e) {
      throw new ClauseFailure("close of a selector failed: " + e, e);
    }
  }
}
