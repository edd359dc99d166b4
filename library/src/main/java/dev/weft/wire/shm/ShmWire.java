package dev.weft.wire.shm;

import dev.weft.service.FirstUse;
import dev.weft.wire.Port;
import dev.weft.wire.PortListener;
import dev.weft.wire.SharedMemory;
import dev.weft.wire.Wire;
import dev.weft.wire.WireException;
import dev.weft.wire.shm.folder.FileReclaimer;
import dev.weft.wire.shm.folder.NameLock;
import dev.weft.wire.shm.folder.ShmAddress;
import dev.weft.wire.shm.folder.ShmFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Connects the ports of all processes of one user on one host. All state is in a {@link ShmFolder};
 * two wires with the same folder are the same wire.
 */
public final class ShmWire implements Wire {
  private static final String FOLDER_PROPERTY = "dev.weft.shm.folder";
  private static final String FOLDER_VARIABLE = "WEFT_SHM_FOLDER";
  private static final String USUAL_FOLDER = "/dev/shm";
  private static final int EINVAL = 22;
  private static final int ENAMETOOLONG = 36;

  /** Java's limit for a socket's path; the kernel would allow one byte more. */
  private static final int MAX_PATH = 106;

  /** How long a name may be held without an answer by a process that only cleans up. */
  private static final long CLEANING_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Of the classes for sockets, files and random numbers, and their libraries. */
  private static final FirstUse FIRST_USE = new FirstUse(16);

  private static final Map<Place, ShmWire> WIRES = new ConcurrentHashMap<>();

  /** What tells wires apart. */
  private record Place(Path base, String fabric) {}

  private final String fabric;
  private final ShmFolder folder;
  private final RingSize ringSize;
  private int ports;
  private long lastName;

  /**
   * A wire without ports; makes no file yet.
   *
   * @param base the folder for all users and fabrics, such as {@code /dev/shm}
   * @param fabric the fabric's name; ports of different fabrics cannot connect
   * @param ringBytes bytes of frames in each direction of a link, a power of two
   */
  public ShmWire(Path base, String fabric, long ringBytes) {
    this(base, fabric, RingSize.of(ringBytes));
  }

  /** {@link #ShmWire(Path, String, long)} with links of different sizes. */
  ShmWire(Path base, String fabric, RingSize ringSize) {
    this.fabric = fabric;
    this.folder = new ShmFolder(base, fabric);
    this.ringSize = ringSize;
  }

  /** The wire of a fabric in the configured folder, with rings of the configured size. */
  public static ShmWire configured(String fabric) {
    return WIRES.computeIfAbsent(
        new Place(configuredFolder(), fabric),
        place -> new ShmWire(place.base, place.fabric, RingSize.configured(RING_BYTES)));
  }

  /**
   * The folder for all users that a property or a variable of the environment names. An empty one
   * names none.
   *
   * @throws WireException if it is no path, or not in the encoding of the locale
   */
  static Path configuredFolder() {
    String variable = named(System.getenv(FOLDER_VARIABLE), USUAL_FOLDER);
    String folder = named(System.getProperty(FOLDER_PROPERTY), variable);
    try {
      return Path.of(folder).toAbsolutePath();
    } catch (InvalidPathException e) {
      throw new WireException(
          EINVAL,
          "folder=" + folder + ": " + e.getReason(),
          "Name another one, or set LC_ALL to a UTF-8 locale such as C.UTF-8");
    }
  }

  private static String named(String folderOrNull, String otherwise) {
    return folderOrNull == null || folderOrNull.isEmpty() ? otherwise : folderOrNull;
  }

  /** The name of this operating system if it is not the supported one, Linux; else null. */
  public static String unsupportedSystem() {
    return ShmFolder.unsupportedSystem();
  }

  @Override
  public boolean isAddress(String address) {
    ShmAddress parsed = parse(address);
    return parsed != null && excess(parsed) <= 0;
  }

  @Override
  public String reach() {
    return folder.toString();
  }

  /** An address of this fabric, or null. */
  private ShmAddress parse(String address) {
    ShmAddress parsed = ShmAddress.parse(address);
    return parsed != null && parsed.fabric().equals(fabric) ? parsed : null;
  }

  @Override
  public String addressForm() {
    return "shm://"
        + fabric
        + "/ and a name of printable characters, whose socket "
        + folder.socket("NAME")
        + " has at most "
        + MAX_PATH
        + " bytes";
  }

  /**
   * {@inheritDoc}
   *
   * @throws WireException if the address is not of this wire, or the folder cannot be used
   */
  @Override
  public synchronized Port open(String address, PortListener owner) {
    if (address != null && parse(address) == null) {
      throw new WireException(EINVAL, "address=" + address, "Allowed: " + addressForm());
    }
    try {
      FIRST_USE.begin();
      ShmPort port = address == null ? openAnywhere(owner) : open(parse(address), owner);
      FIRST_USE.succeeded();
      if (ports == 0) {
        folder.reclaimAll(); // verified by now to be this user's own
      }
      ports += port == null ? 0 : 1;
      return port;
    } catch (IOException e) {
      throw folder.failure(e);
    }
  }

  @Override
  public SharedMemory openMemory() {
    return new ShmMemory(this);
  }

  /** Takes the name of an owner of shared memory, which no other process uses. */
  NameLock lockMemory(String name) throws IOException {
    return folder.take(folder.memoryLock(name));
  }

  private ShmPort openAnywhere(PortListener owner) throws IOException {
    ShmPort port = null;
    while (port == null) {
      port = open(nextAddress(), owner);
    }
    return port;
  }

  private ShmAddress nextAddress() {
    return new ShmAddress(fabric, ProcessHandle.current().pid() + "-" + ++lastName);
  }

  @Override
  public synchronized String freeAddress() {
    return nextAddress().toString();
  }

  private ShmPort open(ShmAddress address, PortListener owner) throws IOException {
    requireShort(address);
    NameLock lock = take(address.endpoint());
    if (lock == null) {
      return null;
    }
    ShmPort port = null;
    try {
      folder.removeFiles(address.endpoint());
      port = ShmPort.open(this, address, owner, lock);
      return port;
    } finally {
      if (port == null) {
        FileReclaimer.vacate(lock);
      }
    }
  }

  private void requireShort(ShmAddress address) {
    long excess = excess(address);
    if (excess > 0) {
      throw new WireException(
          ENAMETOOLONG,
          "address=" + address + " needs a socket of the name " + folder.socket(address.endpoint()),
          "That is " + excess + " bytes too long; choose shorter names or a shorter folder");
    }
  }

  /** Bytes by which the path of the port's socket is too long; 0 or less if it fits. */
  private int excess(ShmAddress address) {
    String path = folder.socket(address.endpoint()).toString();
    return path.getBytes(StandardCharsets.UTF_8).length - MAX_PATH;
  }

  /** Takes a name; null if a port has it. */
  private NameLock take(String name) throws IOException {
    long start = System.nanoTime();
    while (true) {
      try {
        NameLock lock = folder.tryTake(folder.lock(name));
        if (lock != null) {
          return lock;
        }
      } catch (NoSuchFileException folderRemovedMeanwhile) {
        continue;
      }
      boolean patient = System.nanoTime() - start < CLEANING_NANOS;
      if (!patient || Connector.answers(folder.socket(name))) {
        return null;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  ShmFolder folder() {
    return folder;
  }

  RingSize ringSize() {
    return ringSize;
  }

  /** Bytes of the rings of a new link. */
  long newRingBytes() {
    return ringSize.within(folder.freeBytes());
  }

  synchronized void left() {
    ports--;
    if (ports == 0) {
      folder.reclaimAll();
      folder.removeIfEmpty();
    }
  }
}
