package dev.weft.wire.process;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Identifies a process to others: its number, and a random word in its memory. A number may belong
 * to another process: a later one, or one of another container. That one has another word there.
 *
 * @param pid the number of the process, as the process itself sees it; 0 for none
 * @param wordAddress where the word lies in its memory
 * @param word the word
 */
public record ProcessIdentity(long pid, long wordAddress, long word) {
  private static final MemorySegment OWN_WORD = Arena.global().allocate(ValueLayout.JAVA_LONG);
  private static final ProcessIdentity OWN = identify();

  private static ProcessIdentity identify() {
    long word = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
    OWN_WORD.set(ValueLayout.JAVA_LONG, 0, word);
    return new ProcessIdentity(ProcessHandle.current().pid(), OWN_WORD.address(), word);
  }

  /** This process. */
  public static ProcessIdentity own() {
    return OWN;
  }
}
