package dev.weft.provider.fabric.wait;

import dev.weft.wait.ChannelWait;
import dev.weft.wait.ExternalWait;
import java.nio.channels.SelectableChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * {@code FI_WAIT_POLLFD}: a channel for the object and one for each endpoint bound to it, all
 * signalled and cleared together. The change index counts added and removed channels (WO-021).
 */
final class PollWait implements ExternalWait {
  private final Supplier<ChannelWait> opener;
  private final List<ChannelWait> waits = new ArrayList<>();
  private long changeIndex;
  private boolean raised;

  PollWait(ChannelWait first, Supplier<ChannelWait> opener) {
    this.opener = opener;
    waits.add(first);
  }

  synchronized void add() {
    ChannelWait wait = opener.get();
    if (raised) {
      wait.raise();
    }
    waits.add(wait);
    changeIndex++;
  }

  synchronized void remove() {
    waits.removeLast().close();
    changeIndex++;
  }

  synchronized long changeIndex() {
    return changeIndex;
  }

  synchronized List<SelectableChannel> channels() {
    return waits.stream().map(ChannelWait::channel).toList();
  }

  @Override
  public synchronized boolean raise() {
    waits.forEach(ChannelWait::raise);
    boolean changed = !raised;
    raised = true;
    return changed;
  }

  @Override
  public synchronized boolean lower() {
    waits.forEach(ChannelWait::lower);
    boolean changed = raised;
    raised = false;
    return changed;
  }

  @Override
  public synchronized void close() {
    waits.forEach(ChannelWait::close);
  }
}
