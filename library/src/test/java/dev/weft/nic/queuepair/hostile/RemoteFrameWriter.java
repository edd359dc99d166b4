package dev.weft.nic.queuepair.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.weft.OwnProcess;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.queuepair.OtherProcess;
import dev.weft.nic.queuepair.RawFrame;
import dev.weft.wire.HostileWord;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A hostile peer in a separate process. It writes the frames given on its standard input, a line
 * each, and answers each line. It ends when its standard input does.
 */
final class RemoteFrameWriter implements HostileFrameWriter {
  private static final int FIXED_WORDS = 7;

  private final Process process;
  private final BufferedReader from;
  private final PrintWriter to;

  /** Starts the process. */
  RemoteFrameWriter(Path folder, boolean toContext) throws IOException {
    process =
        OwnProcess.start(RemoteFrameWriter.class, folder.toString(), Boolean.toString(toContext));
    from = process.inputReader(UTF_8);
    to = new PrintWriter(process.outputWriter(UTF_8), true);
  }

  private boolean ask(String line) {
    to.println(line);
    try {
      String answer = from.readLine();
      assertNotNull(answer, "the hostile process has ended");
      return Boolean.parseBoolean(answer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void begin() {
    ask("begin");
  }

  @Override
  public boolean write(RawFrame frame, Flips none) {
    return ask(text(frame));
  }

  @Override
  public void disturb(HostileWord word) {
    ask("word " + word.place() + " " + word.adds() + " " + word.change());
  }

  @Override
  public boolean isClosed() {
    return ask("closed");
  }

  @Override
  public boolean isHeard() {
    return ask("heard");
  }

  @Override
  public void end() {
    ask("end");
  }

  @Override
  public void close() {
    to.close();
    process.onExit().join();
  }

  private static String text(RawFrame frame) {
    StringBuilder text = new StringBuilder("frame");
    long[] fixed = {frame.kind(), frame.flags(), frame.handle(), frame.tag(), frame.data()};
    Arrays.stream(fixed).forEach(word -> text.append(' ').append(word));
    text.append(' ').append(frame.size());
    Arrays.stream(frame.payload()).forEach(word -> text.append(' ').append(word));
    return text.toString();
  }

  private static HostileWord word(String... words) {
    return new HostileWord(
        Integer.parseInt(words[1]), Boolean.parseBoolean(words[2]), Long.parseLong(words[3]));
  }

  private static RawFrame frame(String... words) {
    long[] payload =
        Arrays.stream(words, FIXED_WORDS, words.length).mapToLong(Long::parseLong).toArray();
    return new RawFrame(
        Integer.parseInt(words[1]),
        Integer.parseInt(words[2]),
        Integer.parseInt(words[3]),
        Long.parseLong(words[4]),
        Long.parseLong(words[5]),
        payload,
        Long.parseLong(words[6]));
  }

  /** The other process. Arguments: folder, whether the target is an end-to-end context. */
  public static void main(String[] arguments) throws IOException {
    AddressMap addresses = OtherProcess.network(Path.of(arguments[0]));
    boolean toContext = Boolean.parseBoolean(arguments[1]);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    try (HostileFrameWriter writer = new LocalFrameWriter(addresses, toContext, toContext)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        System.out.println(obey(writer, line.split(" ")));
        System.out.flush();
      }
    }
  }

  private static boolean obey(HostileFrameWriter writer, String... words) {
    switch (words[0]) {
      case "begin" -> writer.begin();
      case "end" -> writer.end();
      case "word" -> writer.disturb(word(words));
      case "closed" -> {
        return writer.isClosed();
      }
      case "heard" -> {
        return writer.isHeard();
      }
      default -> {
        return writer.write(frame(words), null);
      }
    }
    return true;
  }
}
