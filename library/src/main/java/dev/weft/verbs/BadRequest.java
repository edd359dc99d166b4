package dev.weft.verbs;

/**
 * {@code bad_wr}: the request at which posting stopped; made to be reused (VQ-01). One thread at a
 * time may use it.
 *
 * @param <R> kind of request
 */
public final class BadRequest<R> {

  private R request;

  /** No request yet. */
  public BadRequest() {}

  /** The first that was not posted, if posting has failed; those before it are posted. */
  public R request() {
    return request;
  }

  /** Sets it; called by the queue, on failure only. */
  public void request(R request) {
    this.request = request;
  }
}
