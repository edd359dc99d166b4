package dev.weft.nic.message;

import dev.weft.wire.Link;

/**
 * How an endpoint treats the sources of messages.
 *
 * @param book maps addresses to handles
 * @param report whether completions name the sender ({@code FI_SOURCE})
 * @param directed whether receives may name a sender ({@code FI_DIRECTED_RECV})
 * @param rejectUnknown whether a message from a sender outside the address vector completes with an
 *     error that carries its address ({@code FI_SOURCE_ERR})
 */
public record SourcePolicy(
    PeerHandles book, boolean report, boolean directed, boolean rejectUnknown) {

  /** The sender's handle, cached until the address vector changes. */
  public long handleOf(Link link) {
    if (!report && !directed && !rejectUnknown) {
      return PeerHandles.UNKNOWN;
    }
    long version = book.version();
    if (link.peerHandleVersion != version) {
      link.peerHandle = book.handleOf(link.peerAddress());
      link.peerHandleVersion = version;
    }
    return link.peerHandle;
  }

  public long reported(long handle) {
    return report ? handle : PeerHandles.UNKNOWN;
  }

  public boolean mustReject(long handle) {
    return rejectUnknown && handle == PeerHandles.UNKNOWN;
  }
}
