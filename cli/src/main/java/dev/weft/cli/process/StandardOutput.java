package dev.weft.cli.process;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * Standard output that ends the process on failure: silently if the reader has closed it, as in
 * {@code weft perf | head -1}.
 */
public final class StandardOutput extends OutputStream {
  /** The exit status that a shell shows for a program ended by SIGPIPE. */
  private static final int READER_GONE = 141;

  private static volatile boolean lost;

  private final OutputStream file = new FileOutputStream(FileDescriptor.out);

  private StandardOutput() {}

  /** From now on a failure of {@link System#out} ends the process. */
  public static void endsProcess() {
    OutputStream buffered = new BufferedOutputStream(new StandardOutput());
    System.setOut(new PrintStream(buffered, true, System.out.charset()));
  }

  /**
   * Whether a failure has begun to end the process. The thread that met it holds the lock of {@link
   * System#out} until then, so a shutdown hook must not print there.
   */
  public static boolean isLost() {
    return lost;
  }

  @Override
  public void write(int character) {
    write(new byte[] {(byte) character}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) {
    try {
      file.write(bytes, from, length);
    } catch (IOException e) {
      end(String.valueOf(e.getMessage()));
    }
  }

  private static void end(String reason) {
    lost = true;
    if (reason.contains("Broken pipe")) {
      System.exit(READER_GONE);
    }
    System.err.println("weft: Standard output cannot be written (" + reason + ").");
    System.exit(1);
  }
}
