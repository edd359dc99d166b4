package dev.weft.cli.soak.kill;

/** The operations of a survivor towards one process after the other, with one API. */
interface KillTestWork extends AutoCloseable {

  /** What the next process needs to know about this side, as text. */
  String invitation();

  /** Connects to an invited process; false if it died before it sent its address. */
  boolean meet(PeerLifetime peerLifetime);

  /** Keeps operations in flight. */
  void post();

  /** Sleeps without a time limit until an operation completes, and checks it. */
  void take();

  /** Number of unfinished operations towards the process. */
  long outstanding();

  /** Number of intact messages that arrived; any thread may call. */
  long arrived();

  /** Checks the results after the process and all operations have ended. */
  void part();

  /** How deaths ended the operations in flight. */
  KillStats tally();

  @Override
  void close();
}
