package dev.weft.wire.shm.folder;

import java.io.IOException;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Deletes the files of this process when the virtual machine exits with open ports or memory, also
 * on SIGINT, SIGTERM and SIGHUP. After SIGKILL the files stay until another process opens or closes
 * a port.
 *
 * <pre>
 *   a thread that makes a file    holds the shared lock
 *   the shutdown hook             takes the exclusive lock, sets the exit flag, deletes the
 *                                 files of ports, then those of memory
 *   a thread that comes later     gets an IOException
 * </pre>
 */
public final class ExitCleanup {
  static final ReentrantReadWriteLock FILES = new ReentrantReadWriteLock();

  private static final String EXITS = "the process exits";

  /** How long the hook waits for files being made. */
  private static final long PATIENCE_SECONDS = 2;

  /** The thread that deletes everything; null before the exit. */
  private static volatile Thread cleaner;

  static {
    try {
      Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(ExitCleanup::run));
    } catch (IllegalStateException exitUnderWay) {
      cleaner = Thread.currentThread();
    }
  }

  private ExitCleanup() {}

  /**
   * Makes a file or a folder.
   *
   * @throws IOException if the process exits, or if {@code work} throws
   */
  public static <T> T making(InterruptGuard.FileWork<T> work) throws IOException {
    FILES.readLock().lock();
    try {
      if (cleaner != null && !Thread.currentThread().equals(cleaner)) {
        throw new IOException(EXITS);
      }
      return work.run();
    } finally {
      FILES.readLock().unlock();
    }
  }

  /** A failure with files; during the exit, which deletes the folders, that is the reason. */
  static IOException explained(IOException failure) {
    return cleaner == null ? failure : new IOException(EXITS, failure);
  }

  private static void run() {
    boolean alone = lock();
    cleaner = Thread.currentThread();
    if (alone) {
      FILES.writeLock().unlock();
    }
    NameLock.held().stream()
        .sorted(Comparator.comparing(lock -> ShmFolder.isOfMemory(lock.file())))
        .forEach(FileReclaimer::vacateAndReclaim); // partner: ShmLink.peerMemory()
  }

  private static boolean lock() {
    try {
      return FILES.writeLock().tryLock(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
