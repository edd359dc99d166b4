package dev.weft.provider.fabric.threads;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.SharedReceiveContext;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.provider.fabric.Node;
import java.util.ArrayList;
import java.util.List;

/** The endpoints of a program, and what they share. */
final class Stations implements AutoCloseable {
  private static final int REGIONS = 2;

  final Setup setup;
  final List<Station> all = new ArrayList<>();

  /** Each queue once. */
  final List<CompletionQueue> queues = new ArrayList<>();

  private final List<Place> places = new ArrayList<>();
  private final FabricInfo info;
  private final Fabric fabric;

  /** Where endpoints are opened. */
  record Place(
      Domain domain, AddressVector vector, SharedReceiveContext shared, List<Counter> counters) {

    Counter counterFor(Setup setup) {
      if (counters.isEmpty() || !setup.oneCounter()) {
        var attributes = CounterAttributes.builder().waitObject(setup.waitObject()).build();
        counters.add(domain.openCounter(attributes));
      }
      return counters.getLast();
    }
  }

  Stations(Setup setup) {
    this.setup = setup;
    String name = Node.freshName() + "-" + ProcessHandle.current().pid();
    FabricInfo offer = Node.named(Fabrics.getInfo(setup.hints().build()).getFirst(), name);
    info = setup.endpoint(offer);
    fabric = Fabrics.open(info);
    for (int i = 0; i < setup.endpoints(); i++) {
      all.add(open(i));
    }
    all.forEach(station -> station.meet(all));
    all.forEach(this::register);
  }

  private Station open(int number) {
    if (number == 0 || !setup.oneDomain()) {
      places.add(openPlace());
    }
    Place place = places.getLast();
    boolean one = setup.oneDomain() && setup.queues() == Setup.Queues.OF_A_DOMAIN;
    CompletionQueue sends = one && number > 0 ? queues.getFirst() : openQueue(place);
    boolean two = setup.queues() == Setup.Queues.OF_A_DIRECTION;
    return new Station(this, info, place, sends, two ? openQueue(place) : sends);
  }

  private Place openPlace() {
    Domain domain = fabric.openDomain(info);
    SharedReceiveContext shared =
        setup.sharedReceives() ? domain.openSharedReceiveContext(info.receive()) : null;
    var vector = domain.openAddressVector(AddressVectorAttributes.defaults());
    return new Place(domain, vector, shared, new ArrayList<>());
  }

  private CompletionQueue openQueue(Place place) {
    var attributes = Node.queueOf(setup.waitObject(), setup.queueSize());
    CompletionQueue queue = place.domain().openCompletionQueue(attributes);
    queues.add(queue);
    return queue;
  }

  private void register(Station station) {
    for (int i = 0; i < REGIONS; i++) {
      long key = station.number * (long) REGIONS + i;
      station.regions.add(new Region(station, key, setup.threads()));
    }
  }

  List<Station> open() {
    return all.stream().filter(station -> !station.closing).toList();
  }

  @Override
  public void close() {
    all.forEach(Station::close);
    queues.forEach(CompletionQueue::close);
    places.forEach(Stations::close);
    fabric.close();
  }

  private static void close(Place place) {
    if (place.shared() != null) {
      place.shared().close();
    }
    place.counters().forEach(Counter::close);
    place.vector().close();
    place.domain().close();
  }
}
