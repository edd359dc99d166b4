package dev.weft.nic.queuepair;

import dev.weft.nic.packet.AddressMap;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.HostileWord;
import dev.weft.wire.Link;

/** A hostile peer in this process. */
final class LocalFrameWriter implements HostileFrameWriter {
  private final AddressMap addresses;
  private final boolean toContext;

  /** Whether each conversation has its own port, as it has its own context. */
  private final boolean renewed;

  private HostilePeer hostile;
  private Link link;

  LocalFrameWriter(AddressMap addresses, boolean toContext, boolean renewed) {
    this.addresses = addresses;
    this.toContext = toContext;
    this.renewed = renewed;
  }

  @Override
  public void begin() {
    link = null;
    if (hostile == null) {
      hostile =
          toContext
              ? HostilePeer.at(Carrier.network(addresses), Conversation.SPEAKING_CONTEXT)
              : HostilePeer.at(addresses, Conversation.WRITER);
    }
  }

  @Override
  public boolean write(RawFrame frame, Flips flipsOrNull) {
    link = hostile.link(toContext ? Conversation.CONTEXT : Conversation.VICTIM);
    long place = link == null || link.isClosed() ? FrameWriter.FULL : frame.write(link);
    if (place == FrameWriter.FULL) {
      return false;
    }
    if (flipsOrNull != null) {
      flipsOrNull.begin(link.out().memory(), place, frame);
    }
    link.ring();
    return true;
  }

  @Override
  public void disturb(HostileWord word) {
    link = hostile.link(toContext ? Conversation.CONTEXT : Conversation.VICTIM);
    if (!isClosed()) {
      word.writeTo(link);
      link.ring();
    }
  }

  @Override
  public boolean isClosed() {
    return link == null || link.isClosed();
  }

  @Override
  public boolean isHeard() {
    return link == null || link.out().isDrained();
  }

  @Override
  public void end() {
    if (renewed) {
      close();
    } else {
      hostile.doorbell();
    }
  }

  @Override
  public void close() {
    if (hostile != null) {
      hostile.close();
      hostile = null;
    }
  }
}
