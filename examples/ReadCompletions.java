import dev.weft.fabric.*;
import dev.weft.fabric.attributes.*;
import dev.weft.fabric.completion.*;
import dev.weft.futures.*;

/// Reads a queue with an iterator: no object for each entry, and a failure that explains itself.
void main() {
  var info = Fabrics.getInfo().getFirst();
  var blocking = CompletionQueueAttributes.blocking(CompletionFormat.MSG);
  try (var fabric = Fabrics.open(info);
      var domain = fabric.openDomain(info);
      var queue = domain.openCompletionQueue(blocking);
      var peers = domain.openAddressVector(AddressVectorAttributes.defaults());
      var endpoint = domain.openEndpoint(info)) {
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.bind(peers, 0);
    endpoint.enable();
    long self = peers.insert(endpoint.name());
    var room = domain.allocate(64);
    endpoint.recv(room, 64, FabricAddress.UNSPEC, 1);
    endpoint.recv(room, 64, FabricAddress.UNSPEC, 2);
    endpoint.inject(room, 24, self);
    endpoint.cancel(2);

    var completions = Completions.of(queue);
    for (int ended = 0; ended < 2; ) {
      try (var poll = completions.startPoll(-1)) { // sleeps while there is nothing
        while (poll.next()) {
          ended++;
          if (poll.isFailure()) {
            IO.println(poll.context() + " failed: " + poll.failure().explain());
          } else {
            IO.println(poll.context() + " received " + poll.length() + " bytes");
          }
        }
      }
    }
  }
}
