package dev.weft.provider.fabric.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.message.AtomicMessage;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.RmaIoVector;
import dev.weft.fabric.message.RmaMessage;
import dev.weft.provider.fabric.Numbers;
import dev.weft.provider.fabric.check.EndpointLimits;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs the steps that use peers' memory. The order of two pending operations is undefined, unless
 * one node posts both and keeps the order, so each waits for the others on the same bytes.
 */
final class MemoryRun {
  private final Players players;
  private final MemoryModel model;
  private final List<MemoryAccess> underWay = new ArrayList<>();

  /** How often, at least, peers have read (0) or written (1) each node's memory. */
  private final long[][] touched;

  private final long[][] perhaps;

  MemoryRun(Players players, int nodes) {
    this.players = players;
    model = new MemoryModel(nodes);
    touched = new long[nodes][2];
    perhaps = new long[nodes][2];
  }

  // Regions.

  void register(Step.Register step) {
    settle();
    Player player = players.get(step.node());
    MemorySegment memory = player.memory(step.bytes());
    Numbers.fill(memory, memory.byteSize(), step.id());
    long access =
        (step.readable() ? AccessFlags.REMOTE_READ : 0)
            | (step.writable() ? AccessFlags.REMOTE_WRITE : 0);
    var domain = player.node.domain;
    if (model.find(step.node(), step.key()) == null) {
      MemoryRegion handle = domain.register(memory, access, step.key(), null);
      player.regions.add(handle);
      model.add(step.node(), new MemoryModel.Region(memory, handle));
    } else {
      var refused =
          assertThrows(
              FabricException.class, () -> domain.register(memory, access, step.key(), null));
      assertEquals(Errno.ENOKEY, refused.errno());
    }
  }

  /** Closes a region. Pending operations on it may succeed or fail. */
  void unregister(Step.Unregister step) {
    MemoryModel.Region region = model.find(step.node(), step.key());
    if (region != null) {
      region.handle.close();
      players.get(step.node()).regions.remove(region.handle);
      model.remove(step.node(), step.key());
      for (MemoryAccess access : underWay) {
        if (region.equals(access.region) && !access.uncertain) {
          access.uncertain = true;
          perhaps[access.to][access.counts] += access.refused == 0 ? 1 : 0;
          touched[access.to][access.counts] -= access.refused == 0 ? 1 : 0;
        }
      }
    }
  }

  void leave(int node) {
    model.removeAll(node);
  }

  // Operations.

  private MemoryAccess access(int to, long key, long address, long bytes, long wanted) {
    int refused =
        players.get(to).left ? Errno.EHOSTUNREACH : model.check(to, key, address, bytes, wanted);
    return new MemoryAccess(to, model.find(to, key), address, bytes, refused);
  }

  void put(Step.Put step) {
    MemoryAccess access =
        access(step.to(), step.key(), step.address(), step.bytes(), AccessFlags.REMOTE_WRITE);
    boolean inject = step.inject() && step.bytes() <= EndpointLimits.INJECT_BYTES;
    access.writes = true;
    access.counts = 1;
    access.memory = players.get(step.from()).memory(step.bytes());
    access.flags = CompletionFlags.RMA | CompletionFlags.WRITE;
    Numbers.fill(access.memory, step.bytes(), step.id());
    access.inject = inject;
    byte[] data = access.memory.toArray(ValueLayout.JAVA_BYTE);
    prepare(step.from(), access, step.silent());
    int result = inject ? inject(step, access) : write(step, access);
    if (inject && result != 0 && result == -access.refused) {
      return; // at once, if it is known; success has no entry
    }
    if (begin(step.from(), step.id(), access, result)) {
      if (access.refused == 0) {
        System.arraycopy(data, 0, access.region.bytes, (int) step.address(), (int) step.bytes());
      }
      if (step.data()) {
        access.noticedSource = players.reported(step.to(), step.from());
        players.get(step.to()).reader.notices.put(step.id(), access);
      }
    }
    if (inject) {
      access.memory.fill((byte) 0xEE);
    }
  }

  private int inject(Step.Put step, MemoryAccess access) {
    Player player = players.get(step.from());
    long to = player.handles[step.to()];
    Endpoint endpoint = player.endpoint;
    return step.data()
        ? endpoint.injectWriteData(
            access.memory, step.bytes(), step.id(), to, step.address(), step.key())
        : endpoint.injectWrite(access.memory, step.bytes(), to, step.address(), step.key());
  }

  private int write(Step.Put step, MemoryAccess access) {
    long flags = access.silent ? 0 : OperationFlags.COMPLETION;
    flags |= step.data() ? OperationFlags.REMOTE_CQ_DATA : 0;
    RmaMessage message =
        message(access, step.id(), step.key(), step.split())
            .address(players.get(step.from()).handles[step.to()])
            .data(step.id());
    return players.get(step.from()).endpoint.writeMsg(message, flags);
  }

  private static RmaMessage message(MemoryAccess access, long context, long key, long split) {
    return new RmaMessage()
        .vector(Players.split(access.memory, access.bytes, split))
        .remote(new RmaIoVector().add(access.address, access.bytes, key))
        .context(context);
  }

  void get(Step.Get step) {
    MemoryAccess access =
        access(step.to(), step.key(), step.address(), step.bytes(), AccessFlags.REMOTE_READ);
    access.memory = players.get(step.from()).memory(step.bytes());
    access.flags = CompletionFlags.RMA | CompletionFlags.READ;
    prepare(step.from(), access, step.silent());
    if (access.refused == 0) {
      int begin = (int) step.address();
      access.result = Arrays.copyOfRange(access.region.bytes, begin, begin + (int) step.bytes());
    }
    RmaMessage message =
        message(access, step.id(), step.key(), step.split())
            .address(players.get(step.from()).handles[step.to()]);
    long flags = access.silent ? 0 : OperationFlags.COMPLETION;
    int result = players.get(step.from()).endpoint.readMsg(message, flags);
    begin(step.from(), step.id(), access, result);
  }

  void change(Step.Change step) {
    boolean fetches = step.group() != Step.Group.PLAIN;
    boolean stores = step.operation() != AtomicOperation.ATOMIC_READ;
    long wanted = (fetches ? AccessFlags.REMOTE_READ : 0) | (stores ? AccessFlags.REMOTE_WRITE : 0);
    long bytes = (1 + step.more()) * Long.BYTES;
    MemoryAccess access = access(step.to(), step.key(), step.address(), bytes, wanted);
    if (access.refused == 0 && step.address() % Long.BYTES != 0) {
      access = new MemoryAccess(step.to(), access.region, step.address(), bytes, Errno.EINVAL);
    }
    access.writes = true;
    access.counts = fetches ? 0 : 1;
    access.memory = players.get(step.from()).memory(bytes);
    access.flags =
        CompletionFlags.ATOMIC | (fetches ? CompletionFlags.READ : CompletionFlags.WRITE);
    prepare(step.from(), access, step.silent());
    byte[] before = access.refused == 0 ? access.region.bytes.clone() : null;
    if (begin(step.from(), step.id(), access, post(step, access)) && access.refused == 0) {
      int at = (int) step.address();
      access.result = fetches ? Arrays.copyOfRange(before, at, at + (int) bytes) : null;
      var integers = MemoryModel.integers(access.region);
      for (int i = at; i < at + bytes; i += Long.BYTES) {
        long changed =
            MemoryModel.change(
                step.operation(), integers.getLong(i), step.operand(), step.compare());
        integers.putLong(i, changed);
      }
    }
  }

  private int post(Step.Change step, MemoryAccess access) {
    Player player = players.get(step.from());
    AtomicMessage message =
        new AtomicMessage()
            .vector(IoVector.of(repeat(player, step.operand(), 1 + step.more())))
            .address(player.handles[step.to()])
            .remote(new RmaIoVector().add(step.address(), access.bytes, step.key()))
            .type(DataType.INT64)
            .operation(step.operation())
            .context(step.id());
    long flags = access.silent ? 0 : OperationFlags.COMPLETION;
    IoVector result = IoVector.of(access.memory);
    return switch (step.group()) {
      case PLAIN -> player.endpoint.atomicMsg(message, flags);
      case FETCH -> player.endpoint.fetchAtomicMsg(message, result, flags);
      case COMPARE -> {
        IoVector compare = IoVector.of(repeat(player, step.compare(), 1 + step.more()));
        yield player.endpoint.compareAtomicMsg(message, compare, result, flags);
      }
    };
  }

  private static MemorySegment repeat(Player player, long value, long count) {
    MemorySegment memory = player.memory(count * Long.BYTES);
    for (long i = 0; i < count; i++) {
      memory.setAtIndex(ValueLayout.JAVA_LONG, i, value);
    }
    return memory;
  }

  private void prepare(int from, MemoryAccess access, boolean silent) {
    access.silent = access.inject || (silent && players.setup.selective());
    access.from = from;
    boolean ordered = players.setup.ordered();
    if (underWay.stream().anyMatch(other -> access.races(other, ordered))) {
      settle();
    }
    players.model.connect(from, access.to);
  }

  private boolean begin(int from, long context, MemoryAccess access, int result) {
    if (result != 0) {
      assertEquals(-Errno.EAGAIN, result);
      return false;
    }
    Player player = players.get(from);
    player.accesses++;
    player.reader.accessing(context, access);
    underWay.add(access);
    if (access.refused == 0) {
      touched[access.to][access.counts]++;
    }
    return true;
  }

  // The end.

  /** Waits until no operation is pending, and compares all memory. */
  void settle() {
    int round = 0;
    do {
      assertTrue(round++ < Players.ROUNDS, "an access to a peer's memory never ends");
      players.takeAll();
    } while (!isSettled());
    underWay.stream().filter(access -> access.silent).forEach(MemoryAccess::compareResult);
    underWay.clear();
    model.compareAll();
  }

  private boolean isSettled() {
    return players.here().allMatch(player -> player.accessesEnded() == player.accesses);
  }

  /** Fails unless all operations have ended and their entries are read. */
  void expectNothing(Player player) {
    compareTouched(player, 0, BindFlags.REMOTE_READ);
    compareTouched(player, 1, BindFlags.REMOTE_WRITE);
  }

  private void compareTouched(Player player, int kind, long flag) {
    long least = touched[player.number][kind];
    long found = player.counted(flag);
    assertTrue(
        found >= least && found <= least + perhaps[player.number][kind],
        () -> "%s counter: %d, expected %d".formatted(BindFlags.describe(flag), found, least));
  }
}
