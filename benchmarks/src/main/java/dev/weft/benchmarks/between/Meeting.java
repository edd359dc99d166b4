package dev.weft.benchmarks.between;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A folder in which two processes leave each other what the other has to know.
 *
 * @param folder empty at first
 * @param first whether this process is the one that measures
 */
public record Meeting(Path folder, boolean first) {
  private static final long MOST_MILLIS = 30_000;

  String own() {
    return first ? "first" : "second";
  }

  /** Leaves something for the other. */
  void leave(byte[] what) throws IOException {
    Path written = Files.write(folder.resolve(own() + ".part"), what);
    Files.move(written, folder.resolve(own()), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Takes what the other has left, waiting for it. */
  byte[] take() throws IOException, InterruptedException {
    Path left = folder.resolve(first ? "second" : "first");
    long end = System.currentTimeMillis() + MOST_MILLIS;
    while (!Files.exists(left)) {
      if (System.currentTimeMillis() > end) {
        throw new IOException("the other process has left nothing in " + folder);
      }
      Thread.sleep(1);
    }
    return Files.readAllBytes(left);
  }
}
