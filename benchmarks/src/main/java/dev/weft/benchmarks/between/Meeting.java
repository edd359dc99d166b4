package dev.weft.benchmarks.between;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A folder by which two processes exchange addresses.
 *
 * @param folder empty at first
 * @param first whether this is the measuring process
 */
public record Meeting(Path folder, boolean first) {
  private static final long MAX_MILLIS = 30_000;

  String own() {
    return first ? "first" : "second";
  }

  /** Writes a file for the other process. */
  void leave(byte[] what) throws IOException {
    Path written = Files.write(folder.resolve(own() + ".part"), what);
    Files.move(written, folder.resolve(own()), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Waits for the other process's file and reads it. */
  byte[] take() throws IOException, InterruptedException {
    Path left = folder.resolve(first ? "second" : "first");
    long end = System.currentTimeMillis() + MAX_MILLIS;
    while (!Files.exists(left)) {
      if (System.currentTimeMillis() > end) {
        throw new IOException("the other process has left nothing in " + folder);
      }
      Thread.sleep(1);
    }
    return Files.readAllBytes(left);
  }
}
