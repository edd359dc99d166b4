package dev.weft.software.fabric;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricInfo;
import dev.weft.fabric.IoVector;
import dev.weft.fabric.Message;
import dev.weft.fabric.TaggedMessage;
import java.lang.foreign.MemorySegment;

/** An endpoint at which no receive is posted, because it shares those of a context or has none. */
final class SendingEndpoint extends SoftwareEndpoint {

  SendingEndpoint(SoftwareDomain domain, FabricInfo info, Object context) {
    super(domain, info, context);
  }

  private int refuse() {
    requireOpen();
    return -Errno.EOPNOTSUPP;
  }

  @Override
  public int recv(MemorySegment buffer, long length, long source, long context) {
    return refuse();
  }

  @Override
  public int recvv(IoVector vector, long source, long context) {
    return refuse();
  }

  @Override
  public int recvMsg(Message message, long flags) {
    return refuse();
  }

  @Override
  public int trecv(
      MemorySegment buffer, long length, long source, long tag, long ignore, long context) {
    return refuse();
  }

  @Override
  public int trecvv(IoVector vector, long source, long tag, long ignore, long context) {
    return refuse();
  }

  @Override
  public int trecvMsg(TaggedMessage message, long flags) {
    return refuse();
  }
}
