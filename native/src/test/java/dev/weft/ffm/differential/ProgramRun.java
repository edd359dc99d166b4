package dev.weft.ffm.differential;

import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A program on one provider. At its end every message is received, and receives that got none are
 * cancelled; so each operation has a report.
 */
final class ProgramRun implements AutoCloseable {
  /** Contexts of what is posted at the end. */
  private static final long LAST = 10_000;

  private final TwoNodes nodes;

  /** The contexts of each node's receives. */
  private final List<Set<Long>> receives = List.of(new HashSet<>(), new HashSet<>());

  private ProgramRun(String provider) {
    nodes = new TwoNodes(provider);
  }

  /** What the two nodes report, by context. */
  static List<Map<Long, String>> of(String provider, Program program) {
    try (ProgramRun run = new ProgramRun(provider)) {
      program.steps().forEach(run::perform);
      run.finish(program);
      return List.of(run.nodes.side(0).reports(), run.nodes.side(1).reports());
    }
  }

  private void perform(Step step) {
    switch (step) {
      case Step.Send send -> send(send);
      case Step.Receive receive ->
          receive(
              receive.node(), receive.number(), receive.tagged(), receive.tag(), receive.ignore());
      case Step.Write write -> write(write);
      case Step.Read read -> read(read.node(), read.number(), read.offset(), read.length());
      case Step.Add add -> add(add);
      case Step.Progress progress -> {
        for (int i = 0; i < progress.reads(); i++) {
          nodes.progress();
        }
      }
    }
  }

  private void send(Step.Send send) {
    NodeSide side = nodes.side(send.node());
    MemorySegment bytes = side.message(send.number(), send.length());
    nodes.post(() -> MessagePost.post(send, side, bytes));
  }

  private void receive(int node, long context, boolean tagged, long tag, long ignore) {
    NodeSide side = nodes.side(node);
    MemorySegment room = side.room(context, TwoNodes.MESSAGE);
    long any = FabricAddress.UNSPEC;
    receives.get(node).add(context);
    nodes.post(
        () ->
            tagged
                ? side.endpoint().trecv(room, TwoNodes.MESSAGE, any, tag, ignore, context)
                : side.endpoint().recv(room, TwoNodes.MESSAGE, any, context));
  }

  private void write(Step.Write write) {
    NodeSide side = nodes.side(write.node());
    MemorySegment bytes = side.message(write.number(), write.length());
    long address = side.address(write.offset());
    nodes.post(
        () ->
            side.endpoint()
                .write(bytes, write.length(), side.peer(), address, side.key(), write.number()));
    await(write.node(), write.number());
  }

  private void read(int node, long context, int offset, int length) {
    NodeSide side = nodes.side(node);
    MemorySegment room = side.room(context, length);
    nodes.post(
        () ->
            side.endpoint()
                .read(room, length, side.peer(), side.address(offset), side.key(), context));
    await(node, context);
  }

  private void add(Step.Add add) {
    NodeSide side = nodes.side(add.node());
    MemorySegment operand = side.message(add.number(), Long.BYTES);
    MemorySegment before = side.room(add.number(), Long.BYTES);
    long address = side.address((long) add.word() * Long.BYTES);
    AtomicTarget target =
        new AtomicTarget(DataType.INT64).destination(side.peer()).address(address).key(side.key());
    nodes.post(
        () ->
            side.endpoint()
                .fetchAtomic(operand, before, target, AtomicOperation.SUM, add.number()));
    await(add.node(), add.number());
  }

  private void await(int node, long context) {
    while (!nodes.side(node).hasReported(context)) {
      nodes.progress();
    }
  }

  private void finish(Program program) {
    for (int node = 0; node < 2; node++) {
      receiveAll(node, program);
      read(node, 2 * LAST, 0, TwoNodes.REGION);
    }
    for (int node = 0; node < 2; node++) {
      awaitSends(node, program);
    }
    for (int node = 0; node < 2; node++) {
      cancelAll(node);
    }
  }

  /** A receive more for each message that may come. */
  private void receiveAll(int node, Program program) {
    for (Step step : program.steps()) {
      if (step instanceof Step.Send send && send.node() != node) {
        receive(node, LAST + send.number(), send.tagged(), 0, -1L);
      }
    }
  }

  /** All sends of a node, and the receives of its messages. */
  private void awaitSends(int node, Program program) {
    long messages = 0;
    for (Step step : program.steps()) {
      if (step instanceof Step.Send send && send.node() == node) {
        messages++;
        if (send.way() != Step.Way.INJECT) {
          await(node, send.number());
        }
      }
    }
    while (nodes.side(1 - node).countReceived() < messages) {
      nodes.progress();
    }
  }

  private void cancelAll(int node) {
    NodeSide side = nodes.side(node);
    for (long context : receives.get(node)) {
      if (!side.hasReported(context)) {
        nodes.post(() -> side.endpoint().cancel(context));
        await(node, context);
      }
    }
    for (int i = 0; i < 3; i++) {
      nodes.progress();
    }
  }

  @Override
  public void close() {
    nodes.close();
  }
}
