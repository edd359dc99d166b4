package dev.weft.nic.message;

/** Maps a peer's address to the handle that completions report. Any thread may call any method. */
public interface PeerHandles {

  /** Returned by {@link #handleOf} for a peer that is not in the address vector. */
  long UNKNOWN = -1;

  /** Changes whenever a result of {@link #handleOf} may have changed. */
  long version();

  /** The handle of a peer, or {@link #UNKNOWN}. */
  long handleOf(String address);
}
