import dev.weft.fabric.*;
import dev.weft.fabric.attributes.*;
import dev.weft.fabric.completion.*;
import dev.weft.fabric.info.*;

/// Sends two messages to itself; the queue says how each of the four operations has ended.
void main() {
  var hints = FabricInfo.builder().capabilities(Capabilities.TAGGED).build();
  var info = Fabrics.getInfo(hints).getFirst();
  var blocking = CompletionQueueAttributes.blocking(CompletionFormat.TAGGED);
  try (var fabric = Fabrics.open(info);
      var domain = fabric.openDomain(info);
      var queue = domain.openCompletionQueue(blocking);
      var peers = domain.openAddressVector(AddressVectorAttributes.defaults());
      var endpoint = domain.openEndpoint(info)) {
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.bind(peers, 0);
    endpoint.enable();
    long self = peers.insert(endpoint.name());
    var text = Arena.ofAuto().allocateFrom("Hello");
    var room = Arena.ofAuto().allocate(64);
    endpoint.trecv(room, 64, self, 7, 0, 1); // tag 7, context 1
    endpoint.trecv(room.asSlice(32), 4, self, 8, 0, 2); // tag 8, context 2: four bytes only
    endpoint.tsend(text, text.byteSize(), self, 7, 3);
    endpoint.tsend(text, text.byteSize(), self, 8, 4);

    var batch = CompletionBatch.allocate(Arena.ofAuto(), queue.format(), 16);
    var failure = ErrorCompletion.allocate(Arena.ofAuto());
    for (int expected = 4, count; expected > 0; expected -= Math.max(count, 0)) {
      count = queue.sread(batch, 16, 0, -1); // sleeps while there is nothing
      for (int i = 0; i < count; i++) {
        IO.println(batch.context(i) + ": " + CompletionFlags.describe(batch.flags(i)));
      }
      if (count == -Errno.EAVAIL) { // next in line is an operation that failed
        count = queue.readErr(failure, 0);
        IO.println(failure.context() + ": " + Errno.strerror(failure.error()));
      }
    }
    IO.println(room.getString(0));
  }
}
