package dev.weft.conformance.process;

import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.ScatterGatherList;
import dev.weft.verbs.work.SendWorkRequest;
import java.io.DataInputStream;
import java.io.IOException;

/** Reads what the other process's {@link RequestWriter} wrote. */
final class RequestReader {
  private final ValueReader values;
  private final DataInputStream in;

  RequestReader(ValueReader values, DataInputStream in) {
    this.values = values;
    this.in = in;
  }

  ScatterGatherList buffers() throws IOException {
    ScatterGatherList buffers = new ScatterGatherList();
    for (int left = in.readInt(); left > 0; left--) {
      buffers.add(in.readLong(), in.readInt(), in.readInt());
    }
    return buffers;
  }

  ReceiveWorkRequest receive() throws IOException {
    ReceiveWorkRequest request = new ReceiveWorkRequest().wrId(in.readLong());
    request.buffers().addAll((ScatterGatherList) values.read(ScatterGatherList.class));
    return request.next((ReceiveWorkRequest) values.read(ReceiveWorkRequest.class));
  }

  SendWorkRequest send() throws IOException {
    SendWorkRequest request = new SendWorkRequest().wrId(in.readLong());
    int opcode = in.readInt();
    request
        .flags(in.readInt())
        .sendWithImmediate(in.readInt())
        .compareAndSwap(in.readLong(), in.readInt(), in.readLong(), in.readLong());
    int number = in.readInt();
    int key = in.readInt();
    request.through(in.readInt(), number, key);
    request.to((AddressHandle) values.read(AddressHandle.class), number, key);
    request.buffers().addAll((ScatterGatherList) values.read(ScatterGatherList.class));
    request.next((SendWorkRequest) values.read(SendWorkRequest.class));
    return request.opcode(opcode);
  }
}
