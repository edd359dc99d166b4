package dev.weft.nic.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoolTest {
  private static final int LIMIT = 2;

  private int made;
  private final Pool<Integer> pool = new Pool<>(LIMIT, () -> made++);

  private List<Integer> take(int count) {
    List<Integer> taken = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      taken.add(pool.take());
    }
    return taken;
  }

  @Test
  void shouldKeepNoMoreThanItsLimit() {
    List<Integer> first = take(3);
    first.forEach(pool::giveBack);
    assertEquals(List.of(1, 0, 3), take(3));
  }
}
