package dev.weft.conformance.fabric.endpoint;

import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Peer;
import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.FabricInfo;

/** Opens a peer with the address of one that has gone. */
final class Successor {
  private Successor() {}

  /** Closes the endpoint of a peer of the sender's side, and opens another with its address. */
  static Peer of(Bench bench, Peer gone) {
    byte[] address = bench.receiver().vector().lookup(bench.receiver().handleOf(gone));
    gone.endpoint().close();
    FabricInfo info = bench.info().toBuilder().sourceAddress(address).build();
    Domain domain = bench.senderDomain();
    AddressVector vector = bench.keep(domain.openAddressVector(AddressVectorAttributes.defaults()));
    CompletionQueue transmits = openQueue(bench, domain);
    CompletionQueue receives = openQueue(bench, domain);
    Endpoint endpoint = bench.keep(domain.openEndpoint(info));
    endpoint.bind(vector, 0);
    bench.bindQueues(endpoint, transmits, receives);
    endpoint.enable();
    Peer next = bench.peer(endpoint, vector, transmits, receives);
    bench.receiver().handleOf(next); // while it is open
    return next;
  }

  private static CompletionQueue openQueue(Bench bench, Domain domain) {
    return bench.keep(
        domain.openCompletionQueue(CompletionQueueAttributes.polling(CompletionFormat.TAGGED)));
  }
}
