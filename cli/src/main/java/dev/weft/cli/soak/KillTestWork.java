package dev.weft.cli.soak;

/** What a survivor has under way to one process after the other, in the words of one vocabulary. */
interface KillTestWork extends AutoCloseable {

  /** What the next process has to know of this side, in words. */
  String invitation();

  /** Meets a process that was invited; false where it has died before it said where it is. */
  boolean meet(PeerLifetime peerLifetime);

  /** Keeps operations under way. */
  void post();

  /** Sleeps until something has completed, for ever if need be, and looks at it. */
  void take();

  /** How many operations towards the process have not ended. */
  long outstanding();

  /** How many messages came whole; any thread may ask. */
  long arrived();

  /** After the end of the process and of all operations: looks at what it has left. */
  void part();

  /** How deaths ended what was under way. */
  KillStats tally();

  @Override
  void close();
}
