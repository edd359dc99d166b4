package dev.weft.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What reports say of the versions of providers and devices. */
class ProviderVersionTest {

  @Test
  void shouldReadTheVersionOfLibfabric() {
    assertEquals("2.6", ProviderVersion.libfabric(206 << Short.SIZE));
    assertEquals("1.17", ProviderVersion.libfabric(117 << Short.SIZE));
  }

  @Test
  void shouldReadTheVersionOfRdmaCoreFromTheNameOfItsFile() {
    List<String> files =
        List.of(
            "7f5a-7f5b r-xp 00000000 fe:00 12  /usr/lib/x86_64-linux-gnu/libc.so.6",
            "7f5c-7f5d r-xp 00000000 fe:00 13  /usr/lib/x86_64-linux-gnu/libibverbs.so.1.14.44.0");
    assertEquals(Optional.of("44.0"), ProviderVersion.libibverbs(files));
    assertEquals(Optional.empty(), ProviderVersion.libibverbs(files.subList(0, 1)));
  }

  @Test
  void shouldListDeviationsByTheReleaseOfTheKernel() {
    assertEquals("Linux 6.1", ProviderVersion.release("Linux 6.1.0-57-amd64"));
    assertEquals("Linux 6.12", ProviderVersion.release("Linux 6.12"));
  }

  @Test
  void shouldDescribeProvidersAndDevices() {
    String provider = ProviderVersion.describe("loopback");
    assertTrue(provider.matches("loopback [0-9.]+ \\(API [0-9.]+\\)"), provider);
    assertEquals("loopback0", ProviderVersion.describe("loopback0"));
    assertEquals(List.of(), ProviderVersion.ofDeviations(List.of("loopback", "shm0")));
  }
}
