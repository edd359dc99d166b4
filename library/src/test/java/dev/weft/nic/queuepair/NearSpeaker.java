package dev.weft.nic.queuepair;

import dev.weft.nic.packet.AddressMap;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.HostileWord;
import dev.weft.wire.Link;

/** A hostile peer in this process. */
final class NearSpeaker implements Speaker {
  private final AddressMap addresses;
  private final boolean toContext;

  /** Whether each conversation has its own port, as it has its own context. */
  private final boolean renewed;

  private Liar liar;
  private Link link;

  NearSpeaker(AddressMap addresses, boolean toContext, boolean renewed) {
    this.addresses = addresses;
    this.toContext = toContext;
    this.renewed = renewed;
  }

  @Override
  public void begin() {
    link = null;
    if (liar == null) {
      liar =
          toContext
              ? Liar.at(Carrier.network(addresses), Conversation.SPEAKING_CONTEXT)
              : Liar.at(addresses, Conversation.SPEAKER);
    }
  }

  @Override
  public boolean write(RawFrame frame, Flips flipsOrNull) {
    link = liar.link(toContext ? Conversation.CONTEXT : Conversation.VICTIM);
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
    link = liar.link(toContext ? Conversation.CONTEXT : Conversation.VICTIM);
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
      liar.doorbell();
    }
  }

  @Override
  public void close() {
    if (liar != null) {
      liar.close();
      liar = null;
    }
  }
}
