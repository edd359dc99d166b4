package dev.weft.conformance.process;

import dev.weft.fabric.FabricObject;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.RmaIoVector;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsObject;
import dev.weft.verbs.attributes.DeviceAttributes;
import dev.weft.verbs.attributes.PortAttributes;
import dev.weft.verbs.completion.WorkCompletionBatch;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.ScatterGatherList;
import dev.weft.verbs.work.SendWorkRequest;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Writes arguments and results of calls, for the other process's {@link ValueReader}. */
final class ValueWriter {
  private final DataOutputStream out;
  private final SharedMemory memory;
  private final ObjectNumbers objects;
  private final RequestWriter requests = new RequestWriter(this);

  ValueWriter(DataOutputStream out, SharedMemory memory, ObjectNumbers objects) {
    this.out = out;
    this.memory = memory;
    this.objects = objects;
  }

  void write(Object value) throws IOException {
    switch (value) {
      case null -> kind(ValueKind.NULL);
      case Boolean truth -> kind(ValueKind.BOOLEAN).writeBoolean(truth);
      case Integer number -> kind(ValueKind.INT).writeInt(number);
      case Long number -> kind(ValueKind.LONG).writeLong(number);
      case String text -> kind(ValueKind.TEXT).writeUTF(text);
      case byte[] bytes -> bytes(kind(ValueKind.BYTES), bytes);
      case Object[] array -> array(array);
      case Enum<?> constant -> constant(constant);
      case MemorySegment segment -> segment(segment);
      case IoVector vector -> vector(vector);
      case RmaIoVector vector -> remoteVector(vector);
      case CompletionBatch batch -> batch(batch);
      case AddressBatch sources -> contents(kind(ValueKind.SOURCES), sources.segment());
      case ErrorCompletion entry -> contents(kind(ValueKind.ERROR), entry.segment());
      case WorkCompletionBatch works -> contents(kind(ValueKind.WORKS), works.segment());
      case ScatterGatherList buffers -> requests.buffers(buffers);
      case SendWorkRequest request -> requests.send(request);
      case ReceiveWorkRequest request -> requests.receive(request);
      default -> objectOrForm(value);
    }
  }

  private void objectOrForm(Object value) throws IOException {
    if (isObject(value)) {
      kind(ValueKind.OBJECT).writeInt(objects.numberOf(value));
    } else {
      form(value);
    }
  }

  /** Whether the value is sent by reference, as an object number. */
  private static boolean isObject(Object value) {
    return value instanceof FabricObject
        || value instanceof VerbsObject
        || value instanceof VerbsContext
        || value instanceof DeviceAttributes
        || value instanceof PortAttributes;
  }

  DataOutputStream kind(ValueKind kind) throws IOException {
    out.writeByte(kind.letter);
    return out;
  }

  private static void bytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static void contents(DataOutputStream out, MemorySegment segment) throws IOException {
    bytes(out, segment.toArray(ValueLayout.JAVA_BYTE));
  }

  private void array(Object[] array) throws IOException {
    kind(ValueKind.ARRAY).writeUTF(array.getClass().getComponentType().getName());
    out.writeInt(array.length);
    for (Object element : array) {
      write(element);
    }
  }

  private void constant(Enum<?> constant) throws IOException {
    kind(ValueKind.CONSTANT).writeUTF(constant.getDeclaringClass().getName());
    out.writeUTF(constant.name());
  }

  private void segment(MemorySegment segment) throws IOException {
    kind(ValueKind.SEGMENT).writeLong(memory.offsetOf(segment));
    out.writeLong(segment.byteSize());
  }

  private void vector(IoVector vector) throws IOException {
    kind(ValueKind.VECTOR).writeInt(vector.count());
    for (int i = 0; i < vector.count(); i++) {
      write(vector.segment(i).asSlice(vector.offset(i), vector.length(i)));
      write(vector.descriptor(i));
    }
  }

  private void remoteVector(RmaIoVector vector) throws IOException {
    kind(ValueKind.REMOTE_VECTOR).writeInt(vector.count());
    for (int i = 0; i < vector.count(); i++) {
      out.writeLong(vector.address(i));
      out.writeLong(vector.length(i));
      out.writeLong(vector.key(i));
    }
  }

  private void batch(CompletionBatch batch) throws IOException {
    kind(ValueKind.BATCH).writeUTF(batch.format().name());
    out.writeInt(batch.capacity());
    contents(out, batch.segment());
  }

  private void form(Object value) throws IOException {
    Class<?> type = value.getClass();
    Object[] parts = Form.found(() -> Form.of(type).parts(value));
    kind(ValueKind.FORM).writeUTF(type.getName());
    out.writeInt(parts.length);
    for (Object part : parts) {
      write(part);
    }
  }

  /** Writes what a call has stored in its arguments. */
  void writeFilled(Object[] arguments) throws IOException {
    for (Object argument : arguments) {
      switch (argument) {
        case CompletionBatch batch -> contents(out, batch.segment());
        case AddressBatch sources -> contents(out, sources.segment());
        case WorkCompletionBatch works -> contents(out, works.segment());
        case ErrorCompletion entry -> {
          contents(out, entry.segment());
          contents(out, entry.errorData());
        }
        case null, default -> {}
      }
    }
  }
}
