package dev.weft.verbs.work;

import dev.weft.argument.Require;

/**
 * {@code bad_wr}: the request at which posting stopped (VQ-01). Reusable. One thread at a time may
 * use it.
 *
 * @param <R> kind of request
 */
public final class BadRequest<R> {

  private R request;
  private String reason = "";

  /** Creates it without a request. */
  public BadRequest() {}

  /** The first request that was not posted, if posting failed; those before it are posted. */
  public R request() {
    return request;
  }

  /**
   * Why it was not posted: what is wrong and what is allowed, in the names of C. No C counterpart.
   * Empty if the provider does not say.
   */
  public String reason() {
    return reason;
  }

  /** Sets the request without a reason. Called by the queue, on failure only. */
  public void request(R request) {
    request(request, "");
  }

  /** Sets the request and the reason. Called by the queue, on failure only. */
  public void request(R request, String reason) {
    this.request = request;
    this.reason = Require.notNull("reason", reason);
  }

  @Override
  public String toString() {
    String why = reason.isEmpty() ? "" : ": " + reason;
    return "BadRequest[" + (request == null ? "none" : request + why) + "]";
  }
}
