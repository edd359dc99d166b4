package dev.weft.nic.endpoint;

/** Turns a peer's address into the handle that completions report. Any thread may ask. */
public interface PeerHandles {

  /** What {@link #handleOf} answers for a peer that is not in the book. */
  long UNKNOWN = -1;

  /** Changes whenever an answer of {@link #handleOf} may have changed. */
  long version();

  /** The handle of a peer, or {@link #UNKNOWN}. */
  long handleOf(String address);
}
