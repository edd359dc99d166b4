package dev.weft.provider.fabric.threads;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.MessageReceiveOperations;
import dev.weft.fabric.SharedReceiveContext;
import dev.weft.fabric.TaggedReceiveOperations;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.info.FabricInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** An endpoint with all that belongs to it. */
final class Station {
  final int number;
  final Domain domain;
  final Endpoint endpoint;

  /** The address of the endpoint. */
  final byte[] name;

  final AddressVector vector;
  final CompletionQueue sends;
  final CompletionQueue receives;
  final List<Region> regions = new ArrayList<>();
  final Map<Long, Counter> counters = new LinkedHashMap<>();

  /** Failures without a context. */
  final AtomicLong failedInjects = new AtomicLong();

  /** A thread closes the endpoint, or is about to. */
  volatile boolean closing;

  private final SharedReceiveContext shared;
  private final List<Station> all;
  private long[] handles;

  Station(
      Stations owner,
      FabricInfo info,
      Stations.Place place,
      CompletionQueue sends,
      CompletionQueue receives) {
    number = owner.all.size();
    all = owner.all;
    domain = place.domain();
    vector = place.vector();
    shared = place.shared();
    this.sends = sends;
    this.receives = receives;
    endpoint = domain.openEndpoint(info);
    bind(owner.setup, place);
    endpoint.enable();
    name = endpoint.name();
  }

  private void bind(Setup setup, Stations.Place place) {
    if (sends.equals(receives)) {
      endpoint.bind(sends, BindFlags.TRANSMIT | BindFlags.RECV);
    } else {
      endpoint.bind(sends, BindFlags.TRANSMIT);
      endpoint.bind(receives, BindFlags.RECV);
    }
    endpoint.bind(vector, 0);
    if (shared != null) {
      endpoint.bind(shared, 0);
    }
    if (setup.counted()) {
      for (long flag = BindFlags.READ; flag <= BindFlags.SEND; flag <<= 1) {
        Counter counter = place.counterFor(setup);
        endpoint.bind(counter, flag);
        counters.put(flag, counter);
      }
    }
  }

  void meet(List<Station> peers) {
    handles = peers.stream().mapToLong(peer -> vector.insert(peer.name)).toArray();
  }

  long handleOf(Station peer) {
    return handles[peer.number];
  }

  boolean shares() {
    return shared != null;
  }

  boolean anyClosing() {
    return all.stream().anyMatch(station -> station.closing);
  }

  MessageReceiveOperations receiver() {
    return shared == null ? endpoint : shared;
  }

  TaggedReceiveOperations taggedReceiver() {
    return shared == null ? endpoint : shared;
  }

  int cancel(Operation operation) {
    boolean ofContext = operation instanceof Receiving && shared != null;
    return ofContext ? shared.cancel(operation.number) : endpoint.cancel(operation.number);
  }

  void closeEndpoint() {
    closing = true;
    endpoint.close();
  }

  void close() {
    endpoint.close();
    regions.forEach(Region::close);
  }

  @Override
  public String toString() {
    return "endpoint " + number + (closing ? ", closing" : "");
  }
}
