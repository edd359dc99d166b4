package dev.weft.ffm.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.ffm.PolledDescriptor;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.linker.Libc;
import dev.weft.wait.WaitDescriptor;
import dev.weft.wait.WaitDescriptors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A pipe that has the numbers of a closed one, and shows whether these are still used. */
final class OtherPipe implements AutoCloseable {
  private static final Path FILES = Path.of("/proc/self/fd");
  private static final long DUPLICATE = Libc.function("dup2");
  private static final long CLOSE = Libc.function("close");

  private final WaitDescriptor pipe = WaitDescriptors.open();
  private final int[] numbers;

  private OtherPipe(int[] numbers) throws IOException {
    this.numbers = numbers;
    int[] own = ends(pipe.number());
    for (int end = 0; end < numbers.length; end++) {
      assertEquals(numbers[end], (int) Downcalls.call(DUPLICATE, own[end], numbers[end]));
    }
  }

  /** A pipe of which these are the ends, too; they are closed already. */
  static OtherPipe at(int... numbers) throws IOException {
    return new OtherPipe(numbers);
  }

  /** The ends of the pipe whose end to read from this is. */
  static int[] ends(int readEnd) throws IOException {
    Path pipe = Files.readSymbolicLink(FILES.resolve(Integer.toString(readEnd)));
    try (Stream<Path> files = Files.list(FILES)) {
      List<Integer> others =
          files
              .filter(file -> leadsTo(file, pipe))
              .map(file -> Integer.valueOf(file.getFileName().toString()))
              .filter(number -> number != readEnd)
              .toList();
      assertEquals(1, others.size());
      return new int[] {readEnd, others.getFirst()};
    }
  }

  private static boolean leadsTo(Path file, Path target) {
    try {
      return Files.readSymbolicLink(file).equals(target);
    } catch (IOException closed) {
      return false;
    }
  }

  /** Nothing was written to it, read from it or closed. */
  void requireUntouched() throws IOException {
    assertFalse(PolledDescriptor.isReadable(pipe.number(), 0), "written");
    pipe.raise();
    Thread.yield();
    assertTrue(PolledDescriptor.isReadable(pipe.number(), 0), "read");
    Path own = Files.readSymbolicLink(FILES.resolve(Integer.toString(pipe.number())));
    for (int number : numbers) {
      assertTrue(leadsTo(FILES.resolve(Integer.toString(number)), own), "closed");
    }
  }

  @Override
  public void close() {
    for (int number : numbers) {
      Downcalls.call(CLOSE, number);
    }
    pipe.close();
  }
}
