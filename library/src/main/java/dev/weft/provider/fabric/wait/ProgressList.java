package dev.weft.provider.fabric.wait;

import dev.weft.nic.endpoint.EndpointMachine;
import dev.weft.provider.fabric.trigger.DeferredWorkList;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The endpoints that reads of a queue or counter progress. It is a snapshot that is replaced when
 * an endpoint is added or removed, so that reading it needs no lock.
 */
public final class ProgressList {
  private static final EndpointMachine[] NONE = {};

  private final DeferredWorkList work;
  private volatile EndpointMachine[] machines = NONE;

  /** Creates an empty list. {@code work} is the deferred work of the domain. */
  public ProgressList(DeferredWorkList work) {
    this.work = work;
  }

  public synchronized void add(EndpointMachine machine) {
    if (!Arrays.asList(machines).contains(machine)) {
      EndpointMachine[] more = Arrays.copyOf(machines, machines.length + 1);
      more[machines.length] = machine;
      machines = more;
    }
  }

  public synchronized void remove(EndpointMachine machine) {
    machines =
        Arrays.stream(machines)
            .filter(each -> !each.equals(machine))
            .toArray(EndpointMachine[]::new);
  }

  /** The addresses of the endpoints, with a space between; none if there are none. */
  public String addresses() {
    return Arrays.stream(machines).map(EndpointMachine::address).collect(Collectors.joining(" "));
  }

  public void progress() {
    for (EndpointMachine machine : machines) {
      machine.progress();
    }
    work.start();
  }

  /** {@link #progress} in wait mode: returns after the first delivery. */
  public void progressForEntry() {
    for (EndpointMachine machine : machines) {
      machine.progress(false);
    }
    work.start();
  }

  /** {@link #progress} before sleeping. */
  public void progressAndArm() {
    for (EndpointMachine machine : machines) {
      machine.progressAndArm();
    }
    work.start();
  }
}
