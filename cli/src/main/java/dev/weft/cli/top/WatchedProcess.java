package dev.weft.cli.top;

import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;

/**
 * A Java process whose queues can be shown.
 *
 * @param pid the process ID
 * @param name its main class or jar, and its arguments
 */
public record WatchedProcess(long pid, String name) {
  /** Loaded where a queue or an endpoint was opened. */
  private static final String LIBRARY_CLASS = "dev.weft.recording.StatisticsEvent";

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /**
   * Lists the processes of this user that have opened queues of Weft, except this one, and those
   * that do not say whether they have. They are asked at the same time.
   *
   * @return a line about each, which begins with its ID
   */
  public static List<String> list() {
    try (var askers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<CompletableFuture<Optional<String>>> lines =
          VirtualMachine.list().stream()
              .map(WatchedProcess::of)
              .filter(process -> process.pid != ProcessHandle.current().pid())
              .map(process -> CompletableFuture.supplyAsync(process::line, askers))
              .toList();
      return lines.stream().map(CompletableFuture::join).flatMap(Optional::stream).toList();
    }
  }

  /**
   * The process with this ID.
   *
   * @throws TopFailure if there is none, or its queues cannot be shown
   */
  public static WatchedProcess withId(long pid) {
    ProcessHandle handle =
        ProcessHandle.of(pid)
            .filter(_ -> pid <= Integer.MAX_VALUE) // the JDK looks at the lower 32 bits
            .orElseThrow(() -> noProcess(pid));
    requireOwnUser(handle);
    WatchedProcess process =
        VirtualMachine.list().stream()
            .map(WatchedProcess::of)
            .filter(each -> each.pid == pid)
            .findFirst()
            .orElseThrow(() -> noJava(pid));
    if (!process.usesWeft()) {
      throw new TopFailure(
          "Process %d (%s) has opened no queue of Weft.".formatted(pid, process.name));
    }
    return process;
  }

  private static WatchedProcess of(VirtualMachineDescriptor machine) {
    String name = machine.displayName().replaceFirst("^[^ /]+/", ""); // the name of the module
    return new WatchedProcess(Long.parseLong(machine.id()), name.isBlank() ? "?" : name);
  }

  private static TopFailure noProcess(long pid) {
    return new TopFailure("There is no process " + pid + ".");
  }

  private static TopFailure noJava(long pid) {
    return new TopFailure("Process " + pid + " is no Java process, or runs with -XX:-UsePerfData.");
  }

  private static void requireOwnUser(ProcessHandle handle) {
    Optional<String> owner = handle.info().user();
    String self = System.getProperty("user.name");
    if (owner.isPresent() && !owner.get().equals(self) && !self.equals("root")) {
      throw new TopFailure(
          "Process %d belongs to %s; only this user can watch it."
              .formatted(handle.pid(), owner.get()));
    }
  }

  /** Completes when it has ended. */
  CompletableFuture<?> whenEnded() {
    return ProcessHandle.of(pid)
        .map(ProcessHandle::onExit)
        .orElse(CompletableFuture.completedFuture(null));
  }

  private boolean usesWeft() {
    return DiagnosticCommand.run(PATIENCE, pid, "VM.class_hierarchy", LIBRARY_CLASS)
        .contains(LIBRARY_CLASS);
  }

  /** Empty for a process that has opened no queue, or has ended. */
  private Optional<String> line() {
    try {
      return usesWeft() ? Optional.of("%7d %s".formatted(pid, name)) : Optional.empty();
    } catch (TopFailure unknown) {
      return ProcessHandle.of(pid)
          .filter(ProcessHandle::isAlive)
          .map(_ -> "%7d does not answer: %s".formatted(pid, name));
    }
  }
}
