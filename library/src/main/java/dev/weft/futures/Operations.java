package dev.weft.futures;

import dev.weft.argument.Require;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.poll.WaitObject;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Posts operations of one endpoint and returns a future for each. It assigns the contexts, reads
 * the endpoint's queue, and lends buffers until their completion.
 *
 * <pre>{@code
 * try (Operations operations = Operations.driven(endpoint, queue)) {
 *   CompletableFuture<Success> received = operations.trecv(room, peer, 7, 0);
 *   operations.tsend(text, text.size(), peer, 7).join();
 *   print(room, received.join().length());
 * }
 * }</pre>
 *
 * <p><b>Exactly once.</b> A future completes with the {@link Success} of its operation, or with an
 * {@link OperationFailedException} that explains the failure. If the queue or the peer has no room,
 * the call that posts waits until there is some; it throws IllegalStateException if the endpoint or
 * these operations are closed meanwhile.
 *
 * <p><b>Cancelling.</b> If a future is cancelled, times out, or is completed by other code, {@code
 * fi_cancel(3)} is called for its operation: at once, or in a domain with {@link Threading#DOMAIN}
 * by the next call that reads, as a future may time out on any thread. The buffer stays lent until
 * the completion arrives, and {@link LeasedBuffer#returned} provides that completion: the operation
 * may have succeeded before the cancel.
 *
 * <p><b>Reading the queue.</b> {@link #driven} starts a virtual thread that reads; with {@link
 * #manual}, calls of {@link #await} and {@link #drive} read. No other code may read the queue. If
 * the endpoint is closed directly, not by {@link #close}, the reader detects it within a second,
 * and ends all operations as {@link #close} does. If the queue is closed, too, as by {@link
 * Node#close}, completions that were not read are lost, and their futures fail with {@link
 * Errno#ECANCELED}. If the queue cannot be read any more, as after {@link Errno#EOVERRUN}, the
 * endpoint is closed, and all operations fail with that error. Dependent actions without {@code
 * Async} run on the reading thread: they may submit operations, but must not wait for any.
 *
 * <p>Every operation must write exactly one entry: no inject, no multi-receive, no endpoint bound
 * with SELECTIVE_COMPLETION. Any thread may call any method, if the domain allows several.
 */
public final class Operations implements AutoCloseable {
  private static final int LOOK_MILLIS = OperationReader.LOOK_MILLIS;

  private final Endpoint endpoint;
  private final boolean sleeps;
  private final PendingOperations pending = new PendingOperations();
  private final OperationReader reader;
  private final ReadingThread driver = new ReadingThread(this::read, this::isReadable);

  /** Whether no more operations are accepted. */
  private volatile boolean closing;

  private volatile boolean closed;

  private Operations(
      Endpoint endpoint, CompletionQueue queue, Consumer<? super Completion> othersOrNull) {
    this.endpoint = endpoint;
    this.sleeps = sleeps(queue);
    this.reader = new OperationReader(endpoint, queue, pending, othersOrNull);
  }

  private static boolean sleeps(CompletionQueue queue) {
    WaitObject wait = queue.control(ControlCommand.GETWAITOBJ);
    return wait != WaitObject.NONE && wait != WaitObject.SET;
  }

  /** {@link #driven(Endpoint, CompletionQueue, Consumer)} without other operations. */
  public static Operations driven(Endpoint endpoint, CompletionQueue queue) {
    return driven(endpoint, queue, null);
  }

  /**
   * Creates operations whose completions a virtual thread reads.
   *
   * @param queue bound to the endpoint for both directions; opened with a wait object
   * @param others gets, on that thread, completions of operations that were not submitted here,
   *     such as writes of peers with data; what it throws goes to the thread's handler of uncaught
   *     exceptions, and the thread reads on
   * @throws IllegalArgumentException if a thread cannot wait for the queue, or must not read it
   *     while others post; if other operations read it, and are not closed
   */
  public static Operations driven(
      Endpoint endpoint, CompletionQueue queue, Consumer<? super Completion> others) {
    if (!sleeps(queue)) {
      throw new IllegalArgumentException(
          "queue=" + queue + " cannot be waited for, allowed: one opened with UNSPEC; or manual()");
    }
    if (endpoint.info().domain().threading() == Threading.DOMAIN) {
      throw new IllegalArgumentException(
          "threading=DOMAIN allows one thread, allowed: SAFE; or manual()");
    }
    Operations operations = new Operations(endpoint, queue, others);
    operations.driver.start();
    return operations;
  }

  /** {@link #manual(Endpoint, CompletionQueue, Consumer)} without other operations. */
  public static Operations manual(Endpoint endpoint, CompletionQueue queue) {
    return manual(endpoint, queue, null);
  }

  /**
   * Creates operations whose completions {@link #await}, {@link #drive} and waiting posts read.
   *
   * @param queue bound to the endpoint for both directions
   * @param others gets completions of operations that were not submitted here; what it throws, the
   *     method that reads throws
   * @throws IllegalArgumentException if other operations read the queue, and are not closed
   */
  public static Operations manual(
      Endpoint endpoint, CompletionQueue queue, Consumer<? super Completion> others) {
    return new Operations(endpoint, queue, others);
  }

  /** {@code fi_send(3)}: sends the first {@code length} bytes of the buffer. */
  public CompletableFuture<Success> send(LeasedBuffer buffer, long length, long destination) {
    return submit(buffer, (memory, context) -> endpoint.send(memory, length, destination, context));
  }

  /** {@code fi_recv(3)}: receives a message into the buffer. */
  public CompletableFuture<Success> recv(LeasedBuffer buffer, long source) {
    Post post = (memory, context) -> endpoint.recv(memory, memory.byteSize(), source, context);
    return start(Operation.Kind.RECEIVE, buffer, post);
  }

  /** {@code fi_tsend(3)}: sends the first {@code length} bytes of the buffer with a tag. */
  public CompletableFuture<Success> tsend(
      LeasedBuffer buffer, long length, long destination, long tag) {
    return submit(
        buffer, (memory, context) -> endpoint.tsend(memory, length, destination, tag, context));
  }

  /** {@code fi_trecv(3)}: receives a message with this tag, except for the ignored bits. */
  public CompletableFuture<Success> trecv(LeasedBuffer buffer, long source, long tag, long ignore) {
    Post post =
        (memory, context) ->
            endpoint.trecv(memory, memory.byteSize(), source, tag, ignore, context);
    return start(Operation.Kind.RECEIVE, buffer, post);
  }

  /** {@code fi_read(3)}: fills the first {@code length} bytes from the peer's memory. */
  public CompletableFuture<Success> read(
      LeasedBuffer buffer, long length, long destination, long address, long key) {
    return submit(
        buffer,
        (memory, context) -> endpoint.read(memory, length, destination, address, key, context));
  }

  /** {@code fi_write(3)}: copies the first {@code length} bytes into the peer's memory. */
  public CompletableFuture<Success> write(
      LeasedBuffer buffer, long length, long destination, long address, long key) {
    return submit(
        buffer,
        (memory, context) -> endpoint.write(memory, length, destination, address, key, context));
  }

  /**
   * {@link Endpoint#watchPeer}: a future of the failure that says why a peer is gone: {@link
   * Errno#ECONNRESET}, {@link Errno#EPROTO}, or at once {@link Errno#EHOSTUNREACH} if it is not
   * there. The messages that it had sent before are received first.
   *
   * <pre>{@code
   * operations.onPeerGone(server).thenAccept(why -> print(why.providerText()));
   * }</pre>
   *
   * <p>Each call is for the peer as it is then, and its future completes once, on the reading
   * thread; dependent actions as for operations. It completes exceptionally if this is closed
   * first. To wait no longer, cancel it. {@link #drain} and {@link #pending} don't count it. It
   * takes the place of a posted receive.
   *
   * @throws dev.weft.fabric.FabricException if the provider does not report the end of peers
   */
  public CompletableFuture<Failure> onPeerGone(long peer) {
    Post post = (_, context) -> endpoint.watchPeer(peer, context);
    return PeerEnds.of(start(Operation.Kind.WATCH, null, post));
  }

  /**
   * Posts any operation that writes exactly one entry. Waits while there is no room for it; an
   * interrupt ends that wait, and the future with {@link Errno#EINTR}.
   *
   * @param bufferOrNull lent until the completion
   * @return completes as the operation does, or with the errno of a refused post
   * @throws IllegalStateException if the buffer is lent already, or the endpoint or this is closed,
   *     also while the call waits for room
   */
  public CompletableFuture<Success> submit(LeasedBuffer bufferOrNull, Post post) {
    return start(Operation.Kind.OTHER, bufferOrNull, post);
  }

  private CompletableFuture<Success> start(
      Operation.Kind kind, LeasedBuffer bufferOrNull, Post post) {
    requireOpen();
    MemorySegment memory = bufferOrNull == null ? null : bufferOrNull.lend();
    Operation operation = addLent(kind, bufferOrNull);
    try {
      var _ =
          operation.future.whenComplete((success, failure) -> reader.cancels().request(operation));
      int result = postOnceThereIsRoom(operation, memory, post);
      if (result != 0) {
        endWithoutEntry(operation.context, -result);
      }
    } catch (RuntimeException | Error misuse) {
      if (!endWithoutEntry(operation.context, Errno.ECANCELED)) {
        reader.awaitTurn(); // another thread has ended it, and frees its buffer
      }
      throw misuse;
    }
    return operation.future;
  }

  /** Adds an operation; gives its buffer back if the heap is full. */
  private Operation addLent(Operation.Kind kind, LeasedBuffer bufferOrNull) {
    try {
      return pending.add(kind, bufferOrNull);
    } catch (OutOfMemoryError full) {
      if (bufferOrNull != null) {
        bufferOrNull.giveBack().completeExceptionally(full);
      }
      throw full;
    }
  }

  private int postOnceThereIsRoom(Operation operation, MemorySegment memory, Post post) {
    int result = post.post(memory, operation.context);
    if (result != -Errno.EAGAIN) {
      return result;
    }
    return reader
        .gate()
        .postOnceThereIsRoom(() -> postAgain(operation, memory, post), () -> drive(0) > 0);
  }

  private int postAgain(Operation operation, MemorySegment memory, Post post) {
    if (endpoint.isClosed()) {
      throw closedException();
    }
    return post.post(memory, operation.context);
  }

  /** False if the operation has ended already. */
  private boolean endWithoutEntry(long context, int error) {
    Ended ended = Ended.withoutEntry(context, error, pending);
    if (ended.isOfOthers()) {
      return false;
    }
    ended.deliver();
    pending.completed(ended.operation());
    return true;
  }

  /**
   * Waits until all operations have ended and their futures are completed. {@link #close} cancels
   * what is pending, and the peer loses a long send. A receive for which no message comes stays
   * pending; cancel its future first.
   *
   * @return false if operations are still pending after the timeout
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean drain(Duration timeout) throws InterruptedException {
    return pending.all.awaitNone(Require.notNull("timeout", timeout), () -> drive(0));
  }

  /** The number of pending operations. */
  public int pending() {
    return pending.count();
  }

  /**
   * Reads completions, at most 64, and completes their futures. Returns at once if another thread
   * is reading. Once the endpoint is closed, ends all operations.
   *
   * @param timeoutMillis how long to wait for the first; negative: no limit; 0: do not wait
   * @return the number of completions
   */
  public int drive(int timeoutMillis) {
    return endpoint.isClosed() ? finish() : reader.drive(timeoutMillis);
  }

  /**
   * Reads the queue until the future is done, then joins it. Also allowed with {@link #driven}.
   * Sleeps while another thread reads.
   */
  public <T> T await(CompletableFuture<T> future) {
    Thread self = Thread.currentThread();
    boolean interrupted = false;
    ReadingTurn reading = reader.turn();
    reading.join();
    try {
      var _ = future.whenComplete((result, failure) -> LockSupport.unpark(self));
      while (!future.isDone() && !driver.isAlive() && isOpen()) {
        interrupted |= Thread.interrupted(); // an interrupt would end each sleep at once
        if (drive(sleeps ? LOOK_MILLIS : 0) == 0) {
          reading.pause();
        }
      }
    } finally {
      reading.quit();
      if (interrupted) {
        self.interrupt();
      }
    }
    return future.join();
  }

  private void requireOpen() {
    if (closed || closing || reader.failure() != null) {
      throw closedException();
    }
  }

  private IllegalStateException closedException() {
    return new IllegalStateException("these operations are closed", reader.failure());
  }

  private boolean isOpen() {
    return !closed;
  }

  private boolean isReadable() {
    return isOpen() && reader.failure() == null;
  }

  /** One read of the reading thread, which sleeps while another thread reads. */
  private void read() {
    if (drive(LOOK_MILLIS) == 0) {
      reader.turn().awaitOther();
    }
  }

  /**
   * Closes as {@link java.util.concurrent.ExecutorService#close} does: accepts no more operations,
   * waits until those under way have ended, then calls {@link #close()}. Does not wait for receives
   * of {@link #recv} and {@link #trecv}, which fail with {@link Errno#ECANCELED}, nor for {@link
   * #onPeerGone}.
   *
   * <p>Afterwards the peer can receive all that was sent. Libfabric's providers promise that only
   * for operations posted with {@code FI_DELIVERY_COMPLETE}. Not for dependent actions, which run
   * on the reading thread.
   *
   * @return false if some were still under way after the timeout, and were cancelled
   * @throws InterruptedException if the thread is interrupted; then this is closed as well
   * @throws dev.weft.fabric.FabricException as {@link #close()}
   */
  public boolean close(Duration timeout) throws InterruptedException {
    Require.notNull("timeout", timeout);
    closing = true;
    try {
      return pending.transfers.awaitNone(timeout, () -> drive(0));
    } finally {
      close();
    }
  }

  /**
   * Closes the endpoint, and fails all pending operations with {@link Errno#ECANCELED}; their
   * buffers are free. Leaves the queue open.
   *
   * @throws dev.weft.fabric.FabricException if the endpoint cannot be closed yet
   */
  @Override
  public void close() {
    Closing.close(endpoint);
    driver.awaitEnd(reader::wake);
    finish();
  }

  private int finish() {
    try {
      return reader.finish();
    } finally { // other code may throw
      closed = true;
    }
  }

  @Override
  public String toString() {
    return "Operations[" + (closed ? "closed" : pending.count() + " pending") + "]";
  }
}
