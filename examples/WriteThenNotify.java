import dev.weft.fabric.*;
import dev.weft.fabric.attributes.*;
import dev.weft.fabric.completion.*;
import dev.weft.fabric.info.*;
import java.lang.foreign.*;
import java.util.function.IntSupplier;

/// Writes blocks into a peer's memory. A message behind each says that it is there, because the
/// hints request `FI_ORDER_SAW`: sends after writes. `--provider shm` or `ofi:tcp` runs it there.
static final int BLOCKS = 20, SIZE = 1 << 20, KEY = 9;

CompletionQueue queue;
CompletionBatch batch;
MemorySegment block;
MemorySegment target;
int ended;
int whole;

void main(String... args) {
  var provider = new Arguments("WriteThenNotify.java [--provider NAME]", args).provider();
  var hints =
      FabricInfo.builder()
          .provider(provider)
          .capabilities(Capabilities.MSG | Capabilities.RMA)
          .endpointType(EndpointType.RDM)
          .messageOrder(MessageOrder.SAW)
          .build();
  var info = Fabrics.getInfo(hints).getFirst();
  try (var fabric = Fabrics.open(info);
      var domain = fabric.openDomain(info);
      var opened =
          domain.openCompletionQueue(CompletionQueueAttributes.polling(CompletionFormat.MSG));
      var peers = domain.openAddressVector(AddressVectorAttributes.defaults());
      var endpoint = domain.openEndpoint(info)) {
    queue = opened;
    batch = CompletionBatch.allocate(Arena.ofAuto(), queue.format(), 8);
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.bind(peers, 0);
    endpoint.enable();
    long self = peers.insert(endpoint.name());
    block = Arena.ofAuto().allocate(SIZE, 8);
    target = Arena.ofAuto().allocate(SIZE, 8);
    var notice = domain.allocate(8);
    var room = domain.allocate(8);
    try (var region = domain.register(target, AccessFlags.REMOTE_WRITE, KEY, null)) {
      for (int i = 1; i <= BLOCKS; i++) {
        block.fill((byte) i);
        post(() -> endpoint.recv(room, 8, FabricAddress.UNSPEC, 0));
        post(() -> endpoint.write(block, SIZE, self, 0, region.key(), 0));
        post(() -> endpoint.send(notice, 8, self, 0)); // does not wait for the write
        while (ended < 3 * i) {
          take();
        }
      }
    }
    IO.println(whole + " of " + BLOCKS + " blocks were whole when their message came.");
  }
}

void post(IntSupplier call) {
  int result;
  while ((result = call.getAsInt()) == -Errno.EAGAIN) {
    take(); // no room, or the message would overtake the write
  }
  if (result != 0) {
    throw new IllegalStateException(Errno.strerror(-result));
  }
}

void take() {
  int count = queue.read(batch, 8);
  for (int i = 0; i < count; i++) {
    ended++;
    if ((batch.flags(i) & CompletionFlags.RECV) != 0 && target.mismatch(block) == -1) {
      whole++;
    }
  }
  if (count < 0 && count != -Errno.EAGAIN) {
    throw new IllegalStateException(Errno.strerror(-count));
  }
}
