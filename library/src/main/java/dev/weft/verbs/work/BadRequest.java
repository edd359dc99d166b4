package dev.weft.verbs.work;

/**
 * {@code bad_wr}: the request at which posting stopped (VQ-01). Reusable. One thread at a time may
 * use it.
 *
 * @param <R> kind of request
 */
public final class BadRequest<R> {

  private R request;

  /** Creates it without a request. */
  public BadRequest() {}

  /** The first request that was not posted, if posting failed; those before it are posted. */
  public R request() {
    return request;
  }

  /** Sets the request. Called by the queue, on failure only. */
  public void request(R request) {
    this.request = request;
  }
}
