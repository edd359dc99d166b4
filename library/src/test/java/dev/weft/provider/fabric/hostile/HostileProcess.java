package dev.weft.provider.fabric.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.weft.OwnProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Base64;

/**
 * Another process that is the hostile peer of a victim in this one. Requests to the victim arrive
 * on the process's standard output, a line each, and are answered when done; frames go over the
 * link. It ends when its standard input does.
 */
final class HostileProcess implements AutoCloseable {
  private static final String DONE = "done";

  private final Process process;
  private final BufferedReader from;
  private final PrintWriter to;

  /** Starts the process. */
  HostileProcess(HostileConversations what, HostileRun run) throws IOException {
    process =
        OwnProcess.start(
            HostileProcess.class,
            what.name(),
            run.fabric(),
            run.peer(),
            run.victimAddress(),
            String.valueOf(HostileRun.SEED));
    from = process.inputReader(UTF_8);
    to = new PrintWriter(process.outputWriter(UTF_8), true);
  }

  /** Runs one conversation; returns how many frames the peer has written. */
  int converse(HostileVictim victim, int number) throws IOException {
    to.println(number);
    while (true) {
      String line = from.readLine();
      assertNotNull(line, "the hostile process has ended");
      String[] words = line.split(" ");
      if ("end".equals(words[0])) {
        return Integer.parseInt(words[1]);
      }
      obey(victim, words);
      to.println(DONE);
    }
  }

  private static void obey(HostileVictim victim, String... words) {
    switch (words[0]) {
      case "take" -> victim.take();
      case "tell" -> victim.tell(new String(bytes(words[1]), UTF_8));
      case "sendHeld" -> victim.sendHeld();
      case "requireBroken" -> victim.requireBroken(HostileViolation.valueOf(words[1]));
      case "receive" ->
          victim.receive(Boolean.parseBoolean(words[1]), Long.parseLong(words[2]), bytes(words[3]));
      case "receiveMany" -> victim.receiveMany(Long.parseLong(words[1]));
      case "send" -> victim.send(Integer.parseInt(words[1]));
      case "write" -> victim.write(Integer.parseInt(words[1]), Long.parseLong(words[2]));
      case "read" -> victim.read(Integer.parseInt(words[1]), Long.parseLong(words[2]));
      case "requireWritten" -> victim.requireWritten(Long.parseLong(words[1]), bytes(words[2]));
      case "register" -> victim.register();
      case "requireReceived" -> victim.requireReceived(Boolean.parseBoolean(words[1]));
      case "requireAccessed" -> victim.requireAccessed(Boolean.parseBoolean(words[1]));
      case "requireSuccess" -> victim.requireSuccess();
      default -> throw new AssertionError(String.join(" ", words));
    }
  }

  private static byte[] bytes(String text) {
    return Base64.getDecoder().decode(text);
  }

  @Override
  public void close() {
    to.close();
    process.onExit().join();
  }

  /** The victim's proxy in the other process. */
  private record Far(BufferedReader in) implements HostileTarget {
    private void ask(String line) {
      System.out.println(line);
      System.out.flush();
      try {
        if (!DONE.equals(in.readLine())) {
          throw new IllegalStateException("the victim's process has ended");
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static String text(byte[] bytes) {
      return Base64.getEncoder().encodeToString(bytes);
    }

    @Override
    public void take() {
      ask("take");
    }

    @Override
    public void tell(String what) {
      ask("tell " + text(what.getBytes(UTF_8)));
    }

    @Override
    public void sendHeld() {
      ask("sendHeld");
    }

    @Override
    public void requireBroken(HostileViolation violation) {
      ask("requireBroken " + violation);
    }

    @Override
    public void receive(boolean tagged, long tag, byte... wanted) {
      ask("receive " + tagged + " " + tag + " " + text(wanted));
    }

    @Override
    public void receiveMany(long bytes) {
      ask("receiveMany " + bytes);
    }

    @Override
    public void send(int bytes) {
      ask("send " + bytes);
    }

    @Override
    public void write(int bytes, long address) {
      ask("write " + bytes + " " + address);
    }

    @Override
    public void read(int bytes, long address) {
      ask("read " + bytes + " " + address);
    }

    @Override
    public void register() {
      ask("register");
    }

    @Override
    public void requireReceived(boolean all) {
      ask("requireReceived " + all);
    }

    @Override
    public void requireAccessed(boolean all) {
      ask("requireAccessed " + all);
    }

    @Override
    public void requireWritten(long at, byte... bytes) {
      ask("requireWritten " + at + " " + text(bytes));
    }

    @Override
    public void requireSuccess() {
      ask("requireSuccess");
    }
  }

  /** The other process. Arguments: what it does, fabric, own address, the victim's one, seed. */
  public static void main(String[] arguments) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    Far victim = new Far(in);
    HostileConversations what = HostileConversations.valueOf(arguments[0]);
    long seed = Long.parseLong(arguments[4]);
    HostileConversations.Holder holder =
        what.holder(arguments[1], arguments[2], arguments[3], victim, seed);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      int written = holder.hold(Integer.parseInt(line));
      System.out.println("end " + written);
      System.out.flush();
    }
  }
}
