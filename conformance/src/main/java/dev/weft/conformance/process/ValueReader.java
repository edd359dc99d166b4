package dev.weft.conformance.process;

import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.RmaIoVector;
import dev.weft.verbs.completion.WorkCompletionBatch;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;

/** Reads what the other process's {@link ValueWriter} wrote. */
final class ValueReader {
  private final DataInputStream in;
  private final SharedMemory memory;
  private final ObjectNumbers objects;
  private final RequestReader requests;

  ValueReader(DataInputStream in, SharedMemory memory, ObjectNumbers objects) {
    this.in = in;
    this.memory = memory;
    this.objects = objects;
    requests = new RequestReader(this, in);
  }

  /**
   * Reads one value.
   *
   * @param type the expected type, as far as it is known
   */
  Object read(Class<?> type) throws IOException {
    return switch (ValueKind.of(in.readByte())) {
      case NULL -> null;
      case BOOLEAN -> in.readBoolean();
      case INT -> in.readInt();
      case LONG -> in.readLong();
      case TEXT -> in.readUTF();
      case BYTES -> bytes();
      case ARRAY -> array();
      case CONSTANT -> constant();
      case SEGMENT -> memory.at(in.readLong(), in.readLong());
      case VECTOR -> vector();
      case REMOTE_VECTOR -> remoteVector();
      case BATCH -> batch();
      case SOURCES -> sources();
      case ERROR -> filled(ErrorCompletion.allocate(Arena.ofAuto()));
      case WORKS -> works();
      case BUFFERS -> requests.buffers();
      case SEND -> requests.send();
      case RECEIVE -> requests.receive();
      case OBJECT -> objects.object(in.readInt(), type);
      case FORM -> form();
    };
  }

  private byte[] bytes() throws IOException {
    return in.readNBytes(in.readInt());
  }

  private void contents(MemorySegment segment) throws IOException {
    MemorySegment.copy(MemorySegment.ofArray(bytes()), 0, segment, 0, segment.byteSize());
  }

  private Object array() throws IOException {
    Class<?> component = named(in.readUTF());
    Object[] array = (Object[]) Array.newInstance(component, in.readInt());
    for (int i = 0; i < array.length; i++) {
      array[i] = read(component);
    }
    return array;
  }

  private Object constant() throws IOException {
    Class<?> type = named(in.readUTF());
    String name = in.readUTF();
    return Form.found(() -> type.getField(name).get(null));
  }

  private IoVector vector() throws IOException {
    IoVector vector = new IoVector();
    for (int left = in.readInt(); left > 0; left--) {
      MemorySegment segment = (MemorySegment) read(MemorySegment.class);
      MemoryRegion descriptor = (MemoryRegion) read(MemoryRegion.class);
      vector.add(segment, 0, segment.byteSize(), descriptor);
    }
    return vector;
  }

  private RmaIoVector remoteVector() throws IOException {
    RmaIoVector vector = new RmaIoVector();
    for (int left = in.readInt(); left > 0; left--) {
      vector.add(in.readLong(), in.readLong(), in.readLong());
    }
    return vector;
  }

  private CompletionBatch batch() throws IOException {
    CompletionFormat format = CompletionFormat.valueOf(in.readUTF());
    CompletionBatch batch = CompletionBatch.allocate(Arena.ofAuto(), format, in.readInt());
    contents(batch.segment());
    return batch;
  }

  private AddressBatch sources() throws IOException {
    byte[] contents = bytes();
    AddressBatch sources = AddressBatch.allocate(Arena.ofAuto(), contents.length / Long.BYTES);
    sources.segment().copyFrom(MemorySegment.ofArray(contents));
    return sources;
  }

  private WorkCompletionBatch works() throws IOException {
    byte[] contents = bytes();
    MemorySegment segment = Arena.ofAuto().allocate(contents.length, Long.BYTES);
    return WorkCompletionBatch.over(segment.copyFrom(MemorySegment.ofArray(contents)));
  }

  private ErrorCompletion filled(ErrorCompletion entry) throws IOException {
    contents(entry.segment());
    return entry;
  }

  private Object form() throws IOException {
    Class<?> type = named(in.readUTF());
    Object[] parts = new Object[in.readInt()];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = read(Object.class);
    }
    return Form.found(() -> Form.of(type).whole(parts));
  }

  private static Class<?> named(String name) {
    return Form.found(() -> Class.forName(name));
  }

  /** Copies into the caller's arguments what the call stored in those of the peer process. */
  void readFilled(Object[] arguments) throws IOException {
    for (Object argument : arguments) {
      switch (argument) {
        case CompletionBatch batch -> contents(batch.segment());
        case AddressBatch sources -> contents(sources.segment());
        case WorkCompletionBatch works -> contents(works.segment());
        case ErrorCompletion entry -> error(entry);
        case null, default -> {}
      }
    }
  }

  private void error(ErrorCompletion entry) throws IOException {
    contents(entry.segment());
    byte[] data = bytes();
    entry.errorDataBuffer(
        entry.errorDataBuffer()); // addresses of the peer process are invalid here
    if (data.length > 0) {
      entry.storeErrorData(MemorySegment.ofArray(data));
    }
  }
}
