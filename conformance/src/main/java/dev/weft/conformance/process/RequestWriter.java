package dev.weft.conformance.process;

import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.ScatterGatherList;
import dev.weft.verbs.work.SendWorkRequest;
import java.io.DataOutputStream;
import java.io.IOException;

/** Writes work requests of verbs. Their addresses are those of the receiving process. */
final class RequestWriter {
  private final ValueWriter values;

  RequestWriter(ValueWriter values) {
    this.values = values;
  }

  void buffers(ScatterGatherList buffers) throws IOException {
    DataOutputStream out = values.kind(ValueKind.BUFFERS);
    out.writeInt(buffers.count());
    for (int i = 0; i < buffers.count(); i++) {
      out.writeLong(buffers.address(i));
      out.writeInt(buffers.length(i));
      out.writeInt(buffers.lkey(i));
    }
  }

  void receive(ReceiveWorkRequest request) throws IOException {
    values.kind(ValueKind.RECEIVE).writeLong(request.wrId());
    values.write(request.buffers());
    values.write(request.next());
  }

  /** Writes any request but those that bind windows. */
  void send(SendWorkRequest request) throws IOException {
    DataOutputStream out = values.kind(ValueKind.SEND);
    out.writeLong(request.wrId());
    out.writeInt(request.opcode());
    out.writeInt(request.flags());
    out.writeInt(request.immediate());
    out.writeLong(request.remoteAddress());
    out.writeInt(request.remoteKey());
    out.writeLong(request.compareAdd());
    out.writeLong(request.swap());
    out.writeInt(request.remoteQpn());
    out.writeInt(request.remoteQkey());
    out.writeInt(request.endToEndContext());
    values.write(request.addressHandle());
    values.write(request.buffers());
    values.write(request.next());
  }
}
