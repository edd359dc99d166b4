package dev.weft.wire.loopback;

import dev.weft.wire.FrameRing;
import dev.weft.wire.Link;
import dev.weft.wire.OpenPorts;
import dev.weft.wire.Port;
import dev.weft.wire.PortListener;
import dev.weft.wire.Wire;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/**
 * Connects the ports of one process. Opening, connecting and leaving hold one lock, so two ports
 * that connect to each other at the same time share one link.
 */
public final class LoopbackWire implements Wire {
  private static final Pattern ADDRESS = Pattern.compile("loopback://[A-Za-z0-9._-]{1,200}");

  /** A number may also belong to a process of another container; the random one does not. */
  private static final String PROCESS =
      "process %d (%08x)"
          .formatted(ProcessHandle.current().pid(), ThreadLocalRandom.current().nextInt());

  private final long ringCapacity;
  private final boolean direct;
  private final Map<String, LoopbackPort> ports = new HashMap<>();
  private long nextName = 1;

  /**
   * A wire without ports.
   *
   * @param ringCapacity bytes of frames in each direction of a link, a power of two
   */
  public LoopbackWire(long ringCapacity) {
    this(ringCapacity, true);
  }

  /**
   * A wire without ports, whose links can behave like those between processes.
   *
   * @param ringCapacity bytes of frames in each direction of a link, a power of two
   * @param direct whether a peer's memory is directly accessible; else all data is sent in frames
   */
  public LoopbackWire(long ringCapacity, boolean direct) {
    this.ringCapacity = ringCapacity;
    this.direct = direct;
  }

  @Override
  public synchronized Port open(String address, PortListener owner) {
    String chosen = address == null ? freeAddress() : address;
    if (ports.containsKey(chosen)) {
      return null;
    }
    LoopbackPort port = new LoopbackPort(this, chosen, owner);
    ports.put(chosen, port);
    OpenPorts.opened(port);
    return port;
  }

  @Override
  public boolean isAddress(String address) {
    return ADDRESS.matcher(address).matches();
  }

  @Override
  public String addressForm() {
    return "loopback:// and 1 to 200 letters, digits, dots, hyphens and underscores";
  }

  @Override
  public String reach() {
    return PROCESS;
  }

  boolean isDirect() {
    return direct;
  }

  synchronized LoopbackLink connect(LoopbackPort from, String address) {
    LoopbackLink known = from.linkTo(address);
    LoopbackPort to = ports.get(address);
    if (known != null || to == null || from.isClosed()) {
      return known;
    }
    return from == to ? linkToItself(from) : link(from, to);
  }

  synchronized void leave(LoopbackPort port) {
    ports.remove(port.address(), port);
    port.markClosed();
  }

  synchronized void locked(Runnable change) {
    change.run();
  }

  private LoopbackLink link(LoopbackPort from, LoopbackPort to) {
    FrameRing there = FrameRing.inProcess(ringCapacity);
    FrameRing back = FrameRing.inProcess(ringCapacity);
    LoopbackLink near = new LoopbackLink(from, to, there, back);
    LoopbackLink far = new LoopbackLink(to, from, back, there);
    near.join(far);
    Link[] linksOfTo = to.with(far);
    Link[] linksOfFrom = from.with(near); // both or none, if there is no memory
    to.replace(linksOfTo);
    from.replace(linksOfFrom);
    return near;
  }

  private LoopbackLink linkToItself(LoopbackPort port) {
    FrameRing ring = FrameRing.inProcess(ringCapacity);
    LoopbackLink link = new LoopbackLink(port, port, ring, ring);
    link.join(link);
    port.replace(port.with(link));
    return link;
  }

  @Override
  public synchronized String freeAddress() {
    while (ports.containsKey("loopback://" + nextName)) {
      nextName++;
    }
    return "loopback://" + nextName++;
  }
}
