package dev.weft.fabric.info;

import dev.weft.fabric.Numbered;

/**
 * {@code fi_threading}: which threads of the application may use an object at the same time.
 *
 * <p>The fewer threads share an object, the cheaper each call.
 */
public enum Threading implements Numbered {
  /** {@code FI_THREAD_UNSPEC}: not specified; the same as SAFE. */
  UNSPEC(0),
  /** {@code FI_THREAD_SAFE}: any thread, any object, any time. */
  SAFE(1),
  /** {@code FI_THREAD_FID}: one thread at a time per object. */
  FID(2),
  /** {@code FI_THREAD_DOMAIN}: one thread at a time per domain and all that was opened from it. */
  DOMAIN(3),
  /**
   * {@code FI_THREAD_COMPLETION}: one thread at a time per queue or counter and all endpoints bound
   * to it.
   */
  COMPLETION(4),
  /** {@code FI_THREAD_ENDPOINT}: one thread at a time per endpoint (deprecated in C). */
  ENDPOINT(5);

  private final int value;

  Threading(int value) {
    this.value = value;
  }

  @Override
  public int value() {
    return value;
  }

  /** The constant with this C number; IllegalArgumentException if there is none. */
  public static Threading of(int value) {
    return Numbered.of(Threading.class, value);
  }
}
