package dev.weft.wire;

/**
 * The owner of a port as peers in the same process see it, who need no doorbell. Any thread may
 * call any method.
 */
public interface InProcessPeer {

  /** Frames were published, or room given back: in place of {@link Link#ring}. */
  void ringUnlessPolled();
}
