package dev.weft.nic.queuepair;

/**
 * Posts work requests, and rejects invalid ones at once. Methods return 0 or a number of {@link
 * PostError}. The caller holds the machine's lock.
 */
public final class WorkRequestPoster implements ReceivePosting {
  /** {@code max_msg_sz}. */
  static final long LARGEST_MESSAGE = 1L << 30;

  private final QueuePairMachine machine;
  private final SendQueue sends;
  private final ReceiveQueue receives;
  private final TransportType type;
  private final int inlineLimit;
  private final SendRequest send;
  private final ReceiveRequest receive;

  WorkRequestPoster(
      QueuePairMachine machine, SendQueue sends, ReceiveQueue receives, QueuePairConfig parts) {
    this.machine = machine;
    this.sends = sends;
    this.receives = receives;
    this.type = parts.type();
    this.inlineLimit = parts.limits().inline();
    this.send = new SendRequest(parts.limits().sendBuffers(), inlineLimit);
    this.receive = new ReceiveRequest(parts.limits().receiveBuffers());
  }

  /** The request to fill in and pass to {@link #stage}. */
  public SendRequest send() {
    return send;
  }

  @Override
  public ReceiveRequest receive() {
    return receive;
  }

  /** Stages a send request, which {@link #commit} posts. */
  public int stage(SendRequest request) {
    boolean inline = (request.flags & WorkFlags.INLINE) != 0;
    if (machine.state() < States.READY_TO_SEND
        || receives.tagged() != null
        || !Operation.fits(request.opcode, type)
        || (request.flags & ~WorkFlags.OF_SENDS) != 0
        || (inline ? !isInline(request) : request.inlineLength != 0)
        || (type.isDatagram() && request.destination == null)) {
      return PostError.INVALID;
    }
    long length =
        inline ? request.inlineLength : BufferTable.total(request.list, 0, request.buffers);
    if (length > LARGEST_MESSAGE
        || (Operation.isAtomic(request.opcode) && !isWord(request, length))) {
      return PostError.INVALID;
    }
    boolean staged =
        type == TransportType.RELIABLE_DATAGRAM
            ? sends.stageThrough(request, length)
            : sends.stage(request, length);
    return staged ? 0 : PostError.NO_ROOM;
  }

  private boolean isInline(SendRequest request) {
    return Operation.mayBeInline(request.opcode)
        && request.buffers == 0
        && request.inlineLength <= inlineLimit;
  }

  private static boolean isWord(SendRequest request, long length) {
    return length == Long.BYTES && request.remoteAddress % Long.BYTES == 0;
  }

  /** Posts the staged requests; they are sent as soon as possible. */
  public void commit() {
    sends.commit();
    machine.pump();
  }

  /** Discards the staged requests. */
  public void abort() {
    sends.abort();
  }

  @Override
  public int post(ReceiveRequest request) {
    if (machine.state() == States.RESET || receives.isShared()) {
      return PostError.INVALID;
    }
    if (!receives.add(request)) {
      return PostError.NO_ROOM;
    }
    if (machine.state() == States.ERROR) {
      machine.pump();
    }
    return 0;
  }
}
