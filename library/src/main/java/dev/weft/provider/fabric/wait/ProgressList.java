package dev.weft.provider.fabric.wait;

import dev.weft.nic.endpoint.EndpointMachine;
import dev.weft.provider.fabric.trigger.DeferredWorkList;
import dev.weft.wait.PollOrder;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The endpoints that reads of a queue or counter progress. It is a snapshot that is replaced when
 * an endpoint is added or removed, so that reading it needs no lock.
 */
public final class ProgressList {
  private static final EndpointMachine[] NONE = {};

  private final DeferredWorkList work;
  private final PollOrder<EndpointMachine> order = new PollOrder<>();
  private volatile EndpointMachine[] machines = NONE;

  /** Whether a fenced operation waits for room in the queue. */
  private volatile boolean roomWanted;

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
    order.forget();
  }

  /** The addresses of the endpoints, with a space between; none if there are none. */
  public String addresses() {
    return Arrays.stream(machines).map(EndpointMachine::address).collect(Collectors.joining(" "));
  }

  /** Whether every doorbell of the endpoints is a method call of the sender. */
  public boolean areRungInProcess() {
    for (EndpointMachine machine : machines) {
      if (!machine.isRungInProcess()) {
        return false;
      }
    }
    return true;
  }

  /** Whether progress has anything to do. */
  public boolean haveWork() {
    for (EndpointMachine machine : machines) {
      if (machine.hasWork()) {
        return true;
      }
    }
    return false;
  }

  /** A fenced operation found no room in the queue. */
  public void wantRoom() {
    roomWanted = true;
  }

  /** Starts operations that waited for room, after entries were read. */
  public void roomIsFree() {
    if (work.isHeld()) {
      work.start();
    }
    if (roomWanted) {
      roomWanted = false; // the progress sets it again if there is still no room
      progress();
    }
  }

  public void progress() {
    for (EndpointMachine machine : machines) {
      machine.progress();
    }
    work.start();
  }

  /**
   * {@link #progress} in wait mode: each endpoint returns after the first delivery, and of many
   * endpoints some are left to later calls.
   */
  public void progressForEntry() {
    int seen = order.generation();
    EndpointMachine[] now = machines;
    if (PollOrder.isWhole(now.length)) {
      for (EndpointMachine machine : now) {
        machine.progress(false);
      }
    } else {
      order.poll(seen, now, machine -> machine.progress(false));
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
