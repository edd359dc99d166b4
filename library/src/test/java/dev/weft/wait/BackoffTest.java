package dev.weft.wait;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 600, unit = TimeUnit.SECONDS)
class BackoffTest {

  /** A pause that parks would consume the permit, and the last line would park for ever. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1999, 2000, 2047, 2064, 10_000, Integer.MAX_VALUE})
  void shouldNeverParkPlatformThreads(int looks) {
    LockSupport.unpark(Thread.currentThread());
    Backoff.pause(looks);
    LockSupport.park();
  }
}
