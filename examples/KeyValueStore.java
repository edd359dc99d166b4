import dev.weft.fabric.*;
import dev.weft.fabric.attributes.*;
import dev.weft.fabric.completion.*;
import dev.weft.futures.*;
import java.lang.invoke.VarHandle;

/// A store whose clients read its memory themselves (`fi_read`): the server never hears of a get.
/// Each slot begins with its version, odd while it is written; a client that finds it odd, or not
/// the same before and after, reads again. Both run in this process, or, with `--provider shm`, the
/// `server` in one and the `client` in another.
static final int KEYS = 4, WORDS = 128, SLOT = 8 * (1 + WORDS), GETS = 5_000, REGION = 7;

static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG;

void main(String... args) throws InterruptedException {
  var arguments = new Arguments("KeyValueStore.java [--provider NAME] [server|client]", args);
  var provider = arguments.provider();
  var server = Thread.ofPlatform().unstarted(() -> serve(provider));
  if (!arguments.has("client")) {
    server.start();
  }
  if (!arguments.has("server")) {
    ask(provider);
  }
  server.join();
}

/// Writes all slots again and again, until the client says that it leaves.
void serve(String provider) {
  try (var side = new Side(provider, "store-server", "store-client");
      var _ = side.node.domain().register(side.memory, AccessFlags.REMOTE_READ, REGION, null)) {
    side.endpoint.recv(side.slot, SLOT, FabricAddress.UNSPEC, 0);
    for (long put = 0; side.queue.read(side.batch, 1) != 1; put++) { // drives progress as well
      put(side.memory.asSlice(put % KEYS * SLOT, SLOT), put);
    }
    IO.println("The server has heard of no get.");
  }
}

static void put(MemorySegment slot, long value) {
  VarHandle version = WORD.varHandle();
  long before = (long) version.get(slot, 0L);
  version.setOpaque(slot, 0L, before + 1);
  VarHandle.storeStoreFence(); // odd before any word of the new value
  for (int word = 1; word <= WORDS; word++) {
    slot.setAtIndex(WORD, word, value); // all the same, so that a mixture shows
  }
  version.setRelease(slot, 0L, before + 2); // even after all of them
}

void ask(String provider) {
  try (var side = new Side(provider, "store-client", "store-server")) {
    int whole = 0;
    for (int get = 0; get < GETS; get++) {
      side.get(get % KEYS);
      whole += side.slot.asSlice(8, SLOT - 16).mismatch(side.slot.asSlice(16)) < 0 ? 1 : 0;
    }
    side.endpoint.inject(side.slot, 0, side.peer);
    IO.println(whole + " of " + GETS + " values were whole, after " + side.reads + " reads.");
  }
}

/// An endpoint with a name, and the one peer that it talks to.
class Side implements AutoCloseable {
  final Node node;
  final CompletionQueue queue;
  final Endpoint endpoint;
  final long peer;
  final MemorySegment memory, slot;
  final CompletionBatch batch =
      CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, 1);
  final ErrorCompletion failure = ErrorCompletion.allocate(Arena.ofAuto());
  int reads;

  Side(String provider, String name, String peerName) {
    node = Node.open(provider, name);
    queue = node.queue();
    endpoint = node.endpoint();
    peer = node.peer(peerName);
    memory = node.domain().allocate(KEYS * SLOT);
    slot = node.domain().allocate(SLOT);
  }

  /// Fills the slot with one value of the peer, never with parts of two.
  void get(long key) {
    long before, after = read(8, key);
    do {
      before = after;
      read(SLOT, key);
      after = read(8, key);
      reads++;
    } while (before % 2 != 0 || before != after);
  }

  /// Reads so many bytes of the peer's slot into this one; the version that it begins with.
  private long read(long length, long key) {
    int count;
    do {
      while (endpoint.read(slot, length, peer, key * SLOT, REGION, 0) == -Errno.EAGAIN) {
        queue.read(batch, 0); // drives progress until there is room
      }
      count = queue.sread(batch, 1, 0, -1);
    } while (count == -Errno.EAVAIL && queue.readErr(failure, 0) == 1); // no server yet: again
    return slot.get(WORD, 0);
  }

  @Override
  public void close() {
    node.close();
  }
}
