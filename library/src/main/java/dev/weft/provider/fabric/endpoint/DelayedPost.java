package dev.weft.provider.fabric.endpoint;

import dev.weft.fabric.Errno;
import java.util.function.IntSupplier;

/** An accepted operation that is posted later. It completes as if it had been posted then. */
public final class DelayedPost {

  /** The kind of its completion entry. */
  public record Kind(boolean receives, long completionFlags) {}

  private final EndpointState endpoint;
  private final Kind kind;
  private final long context;
  private final IntSupplier post;

  public DelayedPost(EndpointState endpoint, Kind kind, long context, IntSupplier post) {
    this.endpoint = endpoint;
    this.kind = kind;
    this.context = context;
    this.post = post;
  }

  public Kind kind() {
    return kind;
  }

  boolean isOf(Object other) {
    return endpoint.equals(other);
  }

  boolean hasContext(long other) {
    return context != 0 && context == other;
  }

  /** Posts it; true if it was posted or has failed permanently, false if it must be retried. */
  public boolean start() {
    int result = post();
    return result == 0 || (result != -Errno.EAGAIN && fail(-result));
  }

  /** Asks the endpoint's peers for a doorbell once they have freed room. */
  void wantRoom() {
    endpoint.machine.wantRoom();
  }

  private int post() {
    try {
      return post.getAsInt();
    } catch (IllegalArgumentException bufferClosedMeanwhile) {
      return -Errno.EFAULT;
    } catch (IllegalStateException closedMeanwhile) { // the endpoint, or only its alias
      return endpoint.machine.isClosed() ? 0 : -Errno.ECANCELED;
    }
  }

  /** Completes it with an error; false if the queue has no room now. */
  boolean fail(int error) {
    return endpoint.fail(kind, context, error);
  }
}
