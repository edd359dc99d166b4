package dev.weft.wire;

/**
 * A port's owner as called by peers in the same process, which need no doorbell. Any thread may
 * call any method.
 */
public interface InProcessPeer {

  /** Frames were published or room freed; replaces {@link Link#ring}. */
  void ringUnlessPolled();
}
