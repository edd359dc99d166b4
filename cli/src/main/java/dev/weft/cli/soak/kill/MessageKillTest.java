package dev.weft.cli.soak.kill;

import dev.weft.cli.soak.traffic.MessageTraffic;
import dev.weft.cli.soak.traffic.SoakPorts;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.futures.Node;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** {@link MessageTraffic} of a survivor to one process after the other, all with the same name. */
final class MessageKillTest implements KillTestWork {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final String invitation;
  private final KillStats tally = new KillStats();
  private final Node port;
  private final MessageTraffic traffic;
  private long before;
  private boolean met;

  MessageKillTest(String fabric, int number) {
    String name = "survivor-" + number;
    String victimName = "victim-" + number;
    invitation = victimName + " " + name;
    port = SoakPorts.named(fabric, name, WaitObject.UNSPEC);
    traffic = new MessageTraffic(port, SoakPorts.address(fabric, victimName), tally::fail);
  }

  @Override
  public String invitation() {
    return invitation;
  }

  /** The survivor sends before the process exists: until then sends fail. */
  @Override
  public boolean meet(PeerLifetime peerLifetime) {
    before = traffic.arrived();
    met = false;
    return true;
  }

  @Override
  public void post() {
    if (!met && traffic.arrived() > before) {
      met = true;
      tally.meet();
    }
    if (met) {
      traffic.send(MessageTraffic.BUSY);
      traffic.copy();
    } else {
      traffic.send(1);
    }
  }

  /** Sleeps on the queue, unless nothing is under way: a send may have been refused. */
  @Override
  public void take() {
    boolean sleeps = traffic.outstanding() > 0;
    if (sleeps) {
      traffic.take();
    }
    if (!sleeps || !met) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  @Override
  public long outstanding() {
    return traffic.outstanding();
  }

  @Override
  public long arrived() {
    return traffic.arrived();
  }

  @Override
  public void part() {
    traffic.checkMemory();
    if (!met) {
      tally.miss();
    }
  }

  @Override
  public KillStats tally() {
    return tally;
  }

  @Override
  public String toString() {
    return "%d operations under way".formatted(traffic.outstanding());
  }

  @Override
  public void close() {
    traffic.close();
    port.close();
  }
}
