package dev.weft.cli.report;

import dev.weft.cli.process.ShmFolder;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.FabricAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.futures.Node;
import dev.weft.wire.process.ProcessMemories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Checks whether endpoints over shared memory can be opened, by opening one. */
public final class ShmProbe {
  private static final String INDENT = "  ";
  private static final String SHM = "shm";
  private static final Path YAMA = Path.of("/proc/sys/kernel/yama/ptrace_scope");

  private ShmProbe() {}

  /** Why no endpoint can be opened, or empty. */
  public static String failure() {
    FabricInfo usual = Fabrics.getInfo(FabricInfo.builder().provider(SHM).build()).getFirst();
    return failure(probe(usual));
  }

  /**
   * A sentence that names the folder, and why it cannot be used if that is so.
   *
   * @param failure {@link #failure()}
   */
  public static String sentence(String failure) {
    String verdict = failure.isEmpty() ? "usable" : "NOT usable: " + failure;
    return LineWrap.wrap("shm keeps its files in " + ShmFolder.base() + ", " + verdict, INDENT);
  }

  /** A sentence that says how often a long message of ordinary memory is copied, and why. */
  public static String copies() {
    String obstacle = ProcessMemories.obstacle();
    String times =
        obstacle == null
            ? "once" + condition()
            : "twice, through a ring: " + obstacle.replace("java -D", "JDK_JAVA_OPTIONS=-D");
    return LineWrap.wrap("shm copies long messages of ordinary memory " + times, INDENT);
  }

  /** Yama decides for each two processes. */
  private static String condition() {
    try {
      String scope = Files.readString(YAMA).strip();
      return scope.equals("0") ? "" : " where kernel.yama.ptrace_scope=" + scope + " permits it";
    } catch (IOException noYama) {
      return "";
    }
  }

  /** Ends the command with the reason if it needs such endpoints and they cannot be opened. */
  public static void require(CommandSpec command, FabricInfo hints) {
    FabricInfo usual = Fabrics.getInfo(hints).getFirst();
    String failure = usual.fabric().providerName().equals(SHM) ? failure(probe(usual)) : "";
    if (!failure.isEmpty()) {
      throw new ParameterException(command.commandLine(), failure);
    }
  }

  /** The same provider with a private fabric name. */
  private static FabricInfo probe(FabricInfo shm) {
    String name = "probe-" + ProcessHandle.current().pid();
    return shm.toBuilder()
        .fabric(FabricAttributes.builder().name(name).providerName(SHM).build())
        .build();
  }

  private static String failure(FabricInfo info) {
    var attributes = CompletionQueueAttributes.polling(CompletionFormat.CONTEXT);
    try {
      Node.open(info, attributes).close();
      return "";
    } catch (FabricException e) {
      return ShmFolder.byOption(e.getMessage());
    }
  }
}
