import dev.weft.fabric.*;
import dev.weft.fabric.attributes.*;
import dev.weft.fabric.completion.*;
import dev.weft.fabric.info.*;
import dev.weft.fabric.poll.*;
import java.lang.foreign.*;
import java.lang.invoke.MethodHandle;

/// A loop over file descriptors waits for a completion queue: here `poll(2)`, in a program of your
/// own an `epoll(7)`. It takes the artifact `weft-native` on the class path, and
/// `java --enable-native-access=ALL-UNNAMED`. `--provider ofi:tcp` runs it on libfabric.
static final int LETTERS = 100, SIZE = 64;

static final short READABLE = 1; // POLLIN

void main(String... args) throws Throwable {
  var provider = new Arguments("DescriptorLoop.java [--provider NAME]", args).provider();
  var hints =
      FabricInfo.builder()
          .provider(provider)
          .capabilities(Capabilities.MSG)
          .endpointType(EndpointType.RDM)
          .build();
  var info = Fabrics.getInfo(hints).getFirst();
  var attributes =
      CompletionQueueAttributes.builder()
          .format(CompletionFormat.MSG)
          .waitObject(WaitObject.FD)
          .build();
  try (var fabric = Fabrics.open(info);
      var domain = fabric.openDomain(info);
      var queue = domain.openCompletionQueue(attributes);
      var peers = domain.openAddressVector(AddressVectorAttributes.defaults());
      var endpoint = domain.openEndpoint(info)) {
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.bind(peers, 0);
    endpoint.enable();
    int descriptor = queue.control(ControlCommand.GETWAIT_DESCRIPTOR).descriptor();
    long self = peers.insert(endpoint.name());
    var writer = Thread.startVirtualThread(() -> write(endpoint, self));
    serve(fabric, queue, endpoint, descriptor);
    writer.join();
  } catch (FabricException missing) {
    IO.println(missing.getMessage());
  }
}

void serve(Fabric fabric, CompletionQueue queue, Endpoint endpoint, int descriptor)
    throws Throwable {
  var poll = poll();
  var entry = Arena.ofAuto().allocate(8, 4); // struct pollfd
  entry.set(ValueLayout.JAVA_INT, 0, descriptor);
  entry.set(ValueLayout.JAVA_SHORT, 4, READABLE);
  var batch = CompletionBatch.allocate(Arena.ofAuto(), queue.format(), 16);
  var room = Arena.ofAuto().allocate(SIZE);
  endpoint.recv(room, SIZE, FabricAddress.UNSPEC, 0);
  int letters = 0;
  while (letters < LETTERS) {
    if (fabric.tryWait(queue) == 0) {
      int _ = (int) poll.invokeExact(entry, 1L, -1); // every later completion ends it
    }
    while (queue.read(batch, 1) == 1) { // until -FI_EAGAIN; never read from the descriptor
      letters++;
      endpoint.recv(room, SIZE, FabricAddress.UNSPEC, 0);
    }
  }
  IO.println(letters + " messages, each waited for with poll(2).");
}

MethodHandle poll() {
  var linker = Linker.nativeLinker();
  return linker.downcallHandle(
      linker.defaultLookup().findOrThrow("poll"),
      FunctionDescriptor.of(
          ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT));
}

/// Sends letters to the endpoint; without a completion, because it injects them.
void write(Endpoint endpoint, long self) {
  var letter = Arena.ofAuto().allocate(SIZE);
  for (int i = 0; i < LETTERS; i++) {
    while (endpoint.inject(letter, SIZE, self) == -Errno.EAGAIN) {
      Thread.yield(); // the loop's reads make room
    }
  }
}
