package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Device;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.ReliableDatagramDomain;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairType;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** An unusable fabric or folder is reported by the exception of verbs. */
@ResourceLock("dev.weft.shm.folder")
class UnusableDeviceTest {
  private static final String FOLDER = "dev.weft.shm.folder";

  private final Device device = new ShmVerbsProvider().devices().getFirst();
  private String before;

  @TempDir private Path usable;

  @BeforeEach
  void rememberTheFolder() {
    before = System.getProperty(FOLDER);
    System.setProperty(FOLDER, usable.toString());
  }

  @AfterEach
  void restoreTheFolder() {
    if (before == null) {
      System.clearProperty(FOLDER);
    } else {
      System.setProperty(FOLDER, before);
    }
  }

  private static VerbsException refused(int errno, String call, Executable action) {
    VerbsException refusal = assertThrows(VerbsException.class, action);
    assertEquals(errno, refusal.errno(), refusal::getMessage);
    assertEquals(call, refusal.call(), refusal::getMessage);
    assertFalse(refusal.hint().isEmpty(), refusal::getMessage);
    return refusal;
  }

  @Test
  void shouldNotOpenOnAFabricWithoutAddresses() {
    for (String name : new String[] {"line\nbreak", "x".repeat(150), "x".repeat(5000)}) {
      Device strange = device.onFabric(name);
      refused(VerbsErrno.EINVAL, "ibv_open_device", strange::open);
    }
    new LoopbackVerbsProvider().devices().getFirst().onFabric("line\nbreak").open().close();
    assertThrows(IllegalArgumentException.class, () -> device.onFabric(null));
    assertThrows(IllegalArgumentException.class, () -> device.onFabric(""));
  }

  @Test
  void shouldNotOpenInAFolderThatIsNoPath() {
    System.setProperty(FOLDER, "no\0path");
    refused(VerbsErrno.EINVAL, "ibv_open_device", device::open);
  }

  @Test
  void shouldNameTheFolderThatIsTooLong() {
    String folder = usable.resolve("x".repeat(100)).toString();
    System.setProperty(FOLDER, folder);
    String text = refused(VerbsErrno.EINVAL, "ibv_open_device", device::open).getMessage();
    assertTrue(text.contains(folder), text);
  }

  @Test
  void shouldNotCreateQueuePairsWhereThereIsNoFolder() {
    System.setProperty(FOLDER, usable.resolve("missing").toString());
    creates(VerbsErrno.ENOENT, "missing");
  }

  private void creates(int errno, String told) {
    VerbsContext context = device.open();
    ProtectionDomain domain = context.allocPd();
    CompletionQueue queue = context.createCq(4, null, null, 0);
    QueuePairInit init = QueuePairInit.builder(QueuePairType.RC).completionQueue(queue).build();
    String text = refused(errno, "ibv_create_qp", () -> domain.createQp(init)).getMessage();
    assertTrue(text.contains(told), text);
    ReliableDatagramDomain reliable = context.allocReliableDatagramDomain();
    refused(errno, "Create EE Context", () -> reliable.createEndToEndContext(null));
    reliable.close();
    queue.close();
    domain.close();
    context.close();
  }
}
