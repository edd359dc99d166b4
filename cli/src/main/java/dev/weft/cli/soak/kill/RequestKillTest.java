package dev.weft.cli.soak.kill;

import dev.weft.cli.soak.traffic.NumberedRequests;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** {@link NumberedRequests} of a survivor to one process after the other. */
final class RequestKillTest implements KillTestWork {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final NumberedRequests requests;
  private final KillStats tally = new KillStats();
  private PeerLifetime peerLifetime;

  RequestKillTest(String fabric) {
    requests = NumberedRequests.toKilledPeer(fabric, this::fail);
  }

  private void fail(String what) {
    peerLifetime.requireDoomed(what);
    tally.fail(what);
  }

  @Override
  public String invitation() {
    return requests.name();
  }

  @Override
  public boolean meet(PeerLifetime next) {
    peerLifetime = next;
    String name = next.readLine();
    if (name == null) {
      tally.miss();
    } else {
      tally.meet();
      requests.meet(name);
    }
    return name != null;
  }

  @Override
  public void post() {
    requests.post();
  }

  /** Sleeps on the channel, unless all operations have ended. */
  @Override
  public void take() {
    if (requests.outstanding() > 0) {
      requests.take();
    } else {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  @Override
  public long outstanding() {
    return requests.outstanding();
  }

  @Override
  public long arrived() {
    return requests.arrived();
  }

  @Override
  public void part() {
    requests.part();
  }

  @Override
  public KillStats tally() {
    return tally;
  }

  @Override
  public String toString() {
    return requests.toString();
  }

  @Override
  public void close() {
    requests.close();
  }
}
