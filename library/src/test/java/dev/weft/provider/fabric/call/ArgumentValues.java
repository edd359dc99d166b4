package dev.weft.provider.fabric.call;

import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.attributes.EventQueueAttributes;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.completion.ErrorEvent;
import dev.weft.fabric.completion.EventEntry;
import dev.weft.fabric.info.ReceiveAttributes;
import dev.weft.fabric.info.TransmitAttributes;
import dev.weft.fabric.message.AtomicMessage;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.RmaIoVector;
import dev.weft.fabric.message.RmaMessage;
import dev.weft.fabric.message.TaggedMessage;
import dev.weft.fabric.poll.PollSetAttributes;
import dev.weft.fabric.poll.WaitSetAttributes;
import dev.weft.fabric.poll.Waitable;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Valid and invalid arguments for every parameter type of the public interfaces. */
final class ArgumentValues {
  private static final MemorySegment MEMORY = Arena.ofAuto().allocate(64, 8);

  private final Map<Class<?>, Object> good = new LinkedHashMap<>();

  /** Objects of another domain or fabric, and closed ones. */
  private final List<Object> unusable = new ArrayList<>();

  ArgumentValues(Node node) {
    good.put(long.class, 0L);
    good.put(int.class, 0);
    good.put(byte[].class, node.endpoint.name());
    good.put(byte[][].class, new byte[][] {node.endpoint.name()});
    good.put(Object[].class, new Object[1]);
    good.put(Waitable[].class, new Waitable[] {node.queue});
    good.put(Waitable.class, node.queue);
    good.put(Consumer.class, (Consumer<Object>) _ -> {});
    good.put(MemorySegment.class, MEMORY);
    good.put(ControlCommand.class, ControlCommand.ENABLE);
    good.put(EndpointOption.class, EndpointOption.TX_SIZE);
    good.put(DataType.class, DataType.UINT64);
    good.put(AtomicOperation.class, AtomicOperation.SUM);
    addEntries();
    addMessages();
    addAttributes(node);
  }

  private void addEntries() {
    Arena arena = Arena.ofAuto();
    good.put(CompletionBatch.class, CompletionBatch.allocate(arena, CompletionFormat.TAGGED, 4));
    good.put(AddressBatch.class, AddressBatch.allocate(arena, 4));
    good.put(ErrorCompletion.class, ErrorCompletion.allocate(arena));
    good.put(EventEntry.class, EventEntry.allocate(arena, 64));
    good.put(ErrorEvent.class, ErrorEvent.allocate(arena));
  }

  private void addMessages() {
    IoVector vector = IoVector.of(MEMORY.asSlice(0, 8));
    RmaIoVector remote = new RmaIoVector().add(0, 8, 0x5555);
    good.put(IoVector.class, vector);
    good.put(Message.class, new Message().vector(vector));
    good.put(TaggedMessage.class, new TaggedMessage().vector(vector));
    good.put(RmaMessage.class, new RmaMessage().vector(vector).remote(remote));
    good.put(AtomicTarget.class, new AtomicTarget(DataType.UINT64).count(1));
    AtomicMessage atomic = new AtomicMessage().vector(vector).remote(remote);
    good.put(AtomicMessage.class, atomic.type(DataType.UINT64).operation(AtomicOperation.SUM));
  }

  private void addAttributes(Node node) {
    good.put(node.info.getClass(), node.info);
    good.put(CompletionQueueAttributes.class, CompletionQueueAttributes.defaults());
    good.put(CounterAttributes.class, CounterAttributes.defaults());
    good.put(AddressVectorAttributes.class, AddressVectorAttributes.builder().build());
    good.put(PollSetAttributes.class, PollSetAttributes.defaults());
    good.put(WaitSetAttributes.class, WaitSetAttributes.builder().build());
    good.put(EventQueueAttributes.class, EventQueueAttributes.defaults());
    good.put(ReceiveAttributes.class, ReceiveAttributes.defaults());
    good.put(TransmitAttributes.class, TransmitAttributes.defaults());
  }

  /** Adds an invalid argument for all parameters of its type. */
  void addUnusable(Object object) {
    unusable.add(object);
  }

  /** A valid argument of this type, or null for objects of the library. */
  Object good(Class<?> type) {
    return good.get(type);
  }

  /** Arguments that are out of range, null, closed, or of another domain. */
  List<Object> bad(Class<?> type) {
    if (type == long.class) {
      return List.of(-1L, Long.MIN_VALUE, Long.MAX_VALUE);
    }
    if (type == int.class) {
      return List.of(-1, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }
    List<Object> bad = new ArrayList<>();
    bad.add(null);
    unusable.stream().filter(type::isInstance).forEach(bad::add);
    if (type.isArray() && !type.getComponentType().isPrimitive()) {
      bad.add(Arrays.copyOf((Object[]) good(type), 0));
      bad.add(Array.newInstance(type.getComponentType(), 1));
    }
    if (type == byte[].class) {
      bad.add(new byte[0]);
      bad.add(new byte[] {-1, 0, 5});
    }
    return bad;
  }
}
