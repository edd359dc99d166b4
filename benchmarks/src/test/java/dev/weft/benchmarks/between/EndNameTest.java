package dev.weft.benchmarks.between;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class EndNameTest {
  @Test
  void shouldTakeTheTransportBehindTheSign() {
    EndName name = EndName.of("weft-large-any@ofi:tcp");
    assertEquals(new EndName("weft-large-any", "ofi:tcp"), name);
    assertEquals("ofi:tcp", name.transportOr("shm"));
    assertEquals("shm,self", EndName.of("jucx@shm,self").transport());
  }

  @Test
  void shouldTakeTheUsualTransportWithoutASign() {
    EndName name = EndName.of("aeron-many");
    assertEquals(new EndName("aeron-many", ""), name);
    assertEquals("shm", name.transportOr("shm"));
  }
}
