import dev.weft.fabric.*;
import dev.weft.fabric.attributes.*;
import dev.weft.fabric.completion.*;

/// Sends as fast as it can: many messages under way at once, completions read in batches. Contexts
/// are the numbers of the receive buffers.
static final int MESSAGES = 200_000, WINDOW = 128, SIZE = 64;

void main() {
  var info = Fabrics.getInfo().getFirst();
  var polling = CompletionQueueAttributes.polling(CompletionFormat.CONTEXT);
  try (var fabric = Fabrics.open(info);
      var domain = fabric.openDomain(info);
      var sent = domain.openCompletionQueue(polling);
      var received = domain.openCompletionQueue(polling);
      var peers = domain.openAddressVector(AddressVectorAttributes.defaults());
      var endpoint = domain.openEndpoint(info)) {
    endpoint.bind(sent, BindFlags.TRANSMIT);
    endpoint.bind(received, BindFlags.RECV);
    endpoint.bind(peers, 0);
    endpoint.enable();
    long self = peers.insert(endpoint.name());
    var rooms = domain.allocate(WINDOW * SIZE);
    for (int i = 0; i < WINDOW; i++) {
      endpoint.recv(rooms.asSlice(i * SIZE, SIZE), SIZE, FabricAddress.UNSPEC, i);
    }

    var message = domain.allocate(SIZE);
    var batch = CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.CONTEXT, 64);
    long start = System.nanoTime();
    int posted = 0, complete = 0, arrived = 0;
    while (arrived < MESSAGES) {
      while (posted < MESSAGES
          && posted - complete < WINDOW
          && endpoint.send(message, SIZE, self, 0) == 0) { // -FI_EAGAIN: read first
        posted++;
      }
      complete += Math.max(sent.read(batch, 64), 0);
      int count = received.read(batch, 64);
      for (int i = 0; i < count; i++) {
        long room = batch.context(i);
        endpoint.recv(rooms.asSlice(room * SIZE, SIZE), SIZE, FabricAddress.UNSPEC, room);
      }
      arrived += Math.max(count, 0);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    IO.println("%d messages in %.2f s".formatted(arrived, seconds));
  }
}
