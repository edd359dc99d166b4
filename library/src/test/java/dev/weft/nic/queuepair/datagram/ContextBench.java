package dev.weft.nic.queuepair.datagram;

import dev.weft.nic.memory.ProtectionTable;
import dev.weft.nic.packet.AddressMap;
import dev.weft.nic.packet.Operation;
import dev.weft.nic.queuepair.Carrier;
import dev.weft.nic.queuepair.HostilePeer;
import dev.weft.nic.queuepair.Station;
import dev.weft.nic.reliabledatagram.EndToEndContexts;
import dev.weft.nic.reliabledatagram.ReliableDomain;
import dev.weft.wire.loopback.LoopbackWire;
import java.util.ArrayList;
import java.util.List;

/** Test fixture: two reliable datagram domains and the objects opened in them. */
final class ContextBench implements AutoCloseable {
  /** The tag of frames from the queue pair number that hostile peers use, to station 2. */
  static final long WAY = 2L << 40 | 9L << 16;

  final AddressMap addresses = Station.network(new LoopbackWire(1 << 16));
  final ReliableDomain here;
  final ReliableDomain there;
  private final ProtectionTable table = new ProtectionTable();
  private final List<Runnable> closing = new ArrayList<>();

  ContextBench() {
    EndToEndContexts contexts = new EndToEndContexts();
    here = new ReliableDomain(contexts);
    there = new ReliableDomain(contexts);
  }

  /** A queue pair in RTS. */
  Station station(int number, ReliableDomain domain) {
    Station station = new Station(addresses, number, domain, table).ready();
    closing.add(station::close);
    return station;
  }

  /** A context in RESET. */
  Carrier context(int number, ReliableDomain domain) {
    Carrier carrier = new Carrier(addresses, number, domain, table);
    closing.add(carrier::close);
    return carrier;
  }

  /** Connects two contexts; returns the first. */
  Carrier connect(int first, int second) {
    Carrier one = context(first, here).ready(second);
    context(second, there).ready(first);
    return one;
  }

  /** A hostile peer with the number of a context. */
  HostilePeer hostile(int number) {
    HostilePeer hostile = HostilePeer.at(Carrier.network(addresses), number);
    closing.add(hostile::close);
    return hostile;
  }

  static void send(Station from, Carrier through, Station to, long wrId, int length) {
    from.post(through.address(from.request(wrId, Operation.SEND, 0, length), to));
  }

  @Override
  public void close() {
    closing.reversed().forEach(Runnable::run);
  }
}
