package dev.weft.ffm.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.ffm.ChildJvm;
import dev.weft.ffm.Installed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** shm of 2.6 follows NULL when an endpoint is enabled whose name no file can have. */
class ShmNamesTest {
  private FabricInfo info;
  private Fabric fabric;
  private Domain domain;

  static Stream<String> wrong() {
    String tooLong = "x".repeat(256);
    return Stream.of(
        "", "\1", "fi_shm://", "fi_shm://a/b", "../../escape", ".", "fi_ns://..", tooLong);
  }

  @BeforeEach
  void open() {
    Installed.requireLibfabric();
    info = Pair.offer("ofi:shm", Capabilities.MSG);
    fabric = Fabrics.open(info);
    domain = fabric.openDomain(info);
  }

  @AfterEach
  void close() {
    if (domain != null) {
      domain.close();
      fabric.close();
    }
  }

  private static byte[] address(String name) {
    return (name + "\0").getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] address) {
    return new String(address, StandardCharsets.UTF_8);
  }

  private static void refused(String member, Executable call) {
    FabricException refusal = assertThrows(FabricException.class, call);
    assertEquals(Errno.EINVAL, refusal.errno());
    assertTrue(refusal.getMessage().contains(member + "="), refusal::getMessage);
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void shouldRefuseAsSource(String name) {
    FabricInfo wrong = info.toBuilder().sourceAddress(address(name)).build();
    refused("sourceAddress", () -> domain.openEndpoint(wrong));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void shouldRefuseAsDestination(String name) {
    FabricInfo wrong = info.toBuilder().destinationAddress(address(name)).build();
    refused("destinationAddress", () -> domain.openEndpoint(wrong));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void shouldRefuseToBeSet(String name) {
    try (Endpoint endpoint = domain.openEndpoint(info)) {
      byte[] before = endpoint.name();
      refused("address", () -> endpoint.name(address(name)));
      assertEquals(text(before), text(endpoint.name()));
    }
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void shouldInsertNoSuchPeer(String name) {
    try (AddressVector vector = domain.openAddressVector(AddressVectorAttributes.defaults())) {
      assertEquals(FabricAddress.NOTAVAIL, vector.insert(address(name)));
      assertThrows(IllegalArgumentException.class, () -> vector.insert(name));
      assertEquals(0, vector.insert(address("fi_shm://other")));
    }
  }

  @Test
  void shouldTakeTheNameOfAFile() {
    try (Endpoint endpoint = domain.openEndpoint(info)) {
      byte[] name = address("fi_shm://some.name:1");
      endpoint.name(name);
      assertEquals(text(name), text(endpoint.name()));
    }
  }

  @Test
  void shouldRefuseTheNameOfAnEmptyFile() throws IOException {
    Path file = Files.createTempFile(Path.of("/dev/shm"), "weft-empty", "");
    try (CompletionQueue queue = queue();
        AddressVector vector = domain.openAddressVector(AddressVectorAttributes.defaults());
        Endpoint endpoint = domain.openEndpoint(info)) {
      bind(endpoint, queue, vector);
      endpoint.name(address("fi_shm://" + file.getFileName()));
      FabricException refusal = assertThrows(FabricException.class, endpoint::enable);
      assertEquals(Errno.EBUSY, refusal.errno());
      assertTrue(refusal.getMessage().contains(file + " is there"), refusal::getMessage);
      Files.delete(file);
      endpoint.enable();
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /** C also deletes the file of the other endpoint, which no peer finds then. */
  @Test
  void shouldRefuseTheNameOfAnOpenEndpoint() {
    try (Pair pair = new Pair("ofi:shm", Capabilities.MSG);
        CompletionQueue queue = queue();
        AddressVector vector = domain.openAddressVector(AddressVectorAttributes.defaults());
        Endpoint endpoint = domain.openEndpoint(info)) {
      byte[] taken = pair.a.endpoint.name();
      bind(endpoint, queue, vector);
      endpoint.name(taken);
      FabricException refusal = assertThrows(FabricException.class, endpoint::enable);
      assertEquals(Errno.EBUSY, refusal.errno());
      String owner = "process " + ProcessHandle.current().pid();
      assertTrue(refusal.getMessage().contains(owner), refusal::getMessage);
      assertTrue(Files.exists(file(taken)));
      endpoint.name(address("fi_shm://" + UUID.randomUUID()));
      endpoint.enable();
    }
  }

  @Test
  void shouldTakeTheNameOfADeadProcess() throws IOException, InterruptedException {
    String name = "fi_shm://" + UUID.randomUUID();
    Process process =
        ChildJvm.start(List.of("--enable-native-access=ALL-UNNAMED"), NamedEndpoint.class, name);
    assertEquals("enabled", process.inputReader().readLine());
    process.destroyForcibly().waitFor();
    assertTrue(Files.exists(file(address(name))));
    try (CompletionQueue queue = queue();
        AddressVector vector = domain.openAddressVector(AddressVectorAttributes.defaults());
        Endpoint endpoint = domain.openEndpoint(info)) {
      bind(endpoint, queue, vector);
      endpoint.name(address(name));
      endpoint.enable();
    } finally {
      Files.deleteIfExists(file(address(name)));
    }
  }

  private static Path file(byte[] address) {
    String name = text(address);
    return Path.of("/dev/shm", name.substring(name.indexOf("://") + 3, name.indexOf(0)));
  }

  private static void bind(Endpoint endpoint, CompletionQueue queue, AddressVector vector) {
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.bind(vector, 0);
  }

  private CompletionQueue queue() {
    return domain.openCompletionQueue(CompletionQueueAttributes.polling(CompletionFormat.TAGGED));
  }

  /** A text without a zero at its end, which fills what C has allocated for it. */
  @ParameterizedTest
  @ValueSource(ints = {24, 40, 56})
  void shouldReadNoFurtherThanTheAddress(int length) {
    String text = "fi_shm://" + "x".repeat(length - "fi_shm://".length());
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try (Endpoint endpoint = domain.openEndpoint(info.toBuilder().sourceAddress(bytes).build())) {
      String name = text(endpoint.name());
      assertTrue(name.startsWith(text + ":"), name);
    }
  }
}
