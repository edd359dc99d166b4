package dev.weft.benchmarks.peer;

import dev.weft.benchmarks.between.TemporaryFolder;
import java.io.IOException;

/** Exits with status 0 if the peer in C can be compiled here. */
public final class CompilerProbe {
  private CompilerProbe() {}

  /** No arguments. */
  public static void main(String[] arguments) throws InterruptedException {
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      System.out.println("compiled " + PingPongSource.compileIn(folder.path()));
    } catch (IOException e) {
      System.out.println(e.getMessage());
      System.exit(1);
    }
  }
}
