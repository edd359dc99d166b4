package dev.weft.wire.shm.folder;

import dev.weft.wire.WireException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Set;

/** The folder of one fabric of one user, and its files. */
public final class ShmFolder {
  private static final Set<PosixFilePermission> OWNER_READS_AND_WRITES =
      PosixFilePermissions.fromString("rw-------");

  static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY_FILE =
      PosixFilePermissions.asFileAttribute(OWNER_READS_AND_WRITES);

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");
  private static final String MEMORY = "%memory-";
  private static final int ENOENT = 2;
  private static final int EACCES = 13;
  private static final int EOPNOTSUPP = 95;

  private final Path base;
  private final Path user;
  private final Path fabric;
  private final ShmErrors errors;

  public ShmFolder(Path base, String fabricName) {
    this.base = base;
    this.user = base.resolve("weft-" + ShmAddress.fileName(System.getProperty("user.name")));
    this.fabric = user.resolve(ShmAddress.fileName(fabricName));
    this.errors = new ShmErrors(fabric);
  }

  /** Bytes that are free for files. */
  public long freeBytes() {
    return base.toFile().getUsableSpace();
  }

  /** A port's own file; {@code kind} is the suffix after the name. */
  public Path file(String port, String kind) {
    return fabric.resolve(ShmAddress.fileName(port) + "." + kind);
  }

  /** The common name prefix of an owner's files, which no port can have. */
  public static String memoryName(long owner) {
    return MEMORY + Long.toHexString(owner);
  }

  static boolean isOfMemory(Path file) {
    return file.getFileName().toString().startsWith(MEMORY);
  }

  /** A file of shared memory. */
  public Path memory(long owner, long number) {
    return fabric.resolve(memoryName(owner) + "." + number + ".memory");
  }

  /** The file of an owner's grants. */
  public Path grants(long owner) {
    return fabric.resolve(memoryName(owner) + ".grants");
  }

  /** The lock of an owner of shared memory. */
  public Path memoryLock(String owner) {
    return fabric.resolve(owner + NameLock.SUFFIX);
  }

  public Path socket(String port) {
    return file(port, "sock");
  }

  public Path portFile(String port) {
    return file(port, "port");
  }

  public Path lock(String port) {
    return fabric.resolve(ShmAddress.fileName(port) + NameLock.SUFFIX);
  }

  /** Makes missing folders, and requires that only this user has access to them. */
  public void prepare() throws IOException {
    requireLinux();
    if (!Files.isDirectory(base)) {
      throw new WireException(ENOENT, "folder=" + base + " is no folder", ShmErrors.HINT);
    }
    try {
      makeOwn(user);
    } catch (NoSuchFileException noFoldersHere) { // such as /proc, whatever its mode
      throw new WireException(ENOENT, "folder=" + user + " cannot be made", ShmErrors.HINT);
    }
    makeOwn(fabric);
    requireOwner();
  }

  /** The name of this operating system if it is not the supported one, Linux; else null. */
  public static String unsupportedSystem() {
    String system = System.getProperty("os.name");
    return system.equals("Linux") ? null : system;
  }

  private static void requireLinux() {
    String system = unsupportedSystem();
    if (system != null) {
      throw new WireException(
          EOPNOTSUPP,
          "system=" + system + ", allowed Linux",
          "Use loopback, which exchanges messages within a process only");
    }
  }

  /** Takes the lock of a name in this folder, and makes the folders; null if it is held. */
  public NameLock tryTake(Path lock) throws IOException {
    return ExitCleanup.making(
        () -> {
          prepare();
          return NameLock.tryTake(lock);
        });
  }

  /** Takes the lock of a name that only this process uses; others hold it for moments only. */
  public NameLock take(Path lock) throws IOException {
    NameLock taken = null;
    while (taken == null) {
      try {
        taken = tryTake(lock);
      } catch (NoSuchFileException folderRemovedMeanwhile) {
        taken = null;
      }
    }
    return taken;
  }

  /** Whether a process has a port of this name; true if that cannot be found out. */
  public boolean isHeld(String port) {
    Path lock = lock(port);
    try {
      return Files.exists(lock) && !SpareDescriptors.use(() -> isFree(lock));
    } catch (IOException unknown) {
      return true;
    }
  }

  private static boolean isFree(Path lock) throws IOException {
    try (NameLock taken = NameLock.tryTake(lock)) {
      return taken != null;
    }
  }

  private static void makeOwn(Path folder) throws IOException {
    PosixFileAttributes found = null;
    while (found == null) {
      try {
        Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        return;
      } catch (FileAlreadyExistsException theUsualCase) {
        found = attributesIfThere(folder); // the last process to stop may have removed it meanwhile
      }
    }
    if (!found.isDirectory() || !found.permissions().equals(OWNER_ONLY)) {
      String mode = PosixFilePermissions.toString(found.permissions());
      throw new WireException(
          EACCES,
          "folder=" + folder + " has mode " + mode,
          "It must be a folder with mode rwx------; remove it, or name " + ShmErrors.ANOTHER);
    }
  }

  private static PosixFileAttributes attributesIfThere(Path path) throws IOException {
    try {
      return attributes(path);
    } catch (NoSuchFileException removedMeanwhile) {
      return null;
    }
  }

  private static PosixFileAttributes attributes(Path path) throws IOException {
    return Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  /** Restricts access to the owner, for a file that could not be created so. */
  public static void keepForOwner(Path ownFile) throws IOException {
    Files.setPosixFilePermissions(ownFile, OWNER_READS_AND_WRITES);
  }

  /**
   * Requires that the folders have the owner of a file that this process makes there, before it
   * accesses other files in them: another user may have made the folders first.
   */
  private void requireOwner() throws IOException {
    Path probe = Files.createTempFile(fabric, "%owner", ".probe", OWNER_ONLY_FILE);
    try {
      UserPrincipal own = attributes(probe).owner();
      for (Path folder : List.of(user, fabric)) {
        UserPrincipal owner = attributes(folder).owner();
        if (!owner.equals(own)) {
          throw new WireException(
              EACCES, "folder=" + folder + " belongs to " + owner, ShmErrors.HINT);
        }
      }
    } finally {
      CloseQuietly.delete(probe);
    }
  }

  /** Deletes the files of dead processes, in all fabrics of this user. */
  public void reclaimAll() {
    FileReclaimer.reclaimAll(user);
  }

  /** Deletes all files of the port except the lock. Caller holds the port's lock. */
  public void removeFiles(String port) throws IOException {
    FileReclaimer.removeFiles(fabric, ShmAddress.fileName(port));
  }

  /** The files of a port with this suffix, such as {@code .link}. */
  public List<Path> files(String port, String end) throws IOException {
    List<Path> all = FileReclaimer.files(fabric, ShmAddress.fileName(port));
    return all.stream().filter(file -> file.toString().endsWith(end)).toList();
  }

  /** Deletes the folders if they are empty. */
  public void removeIfEmpty() {
    FileReclaimer.removeIfEmpty(fabric);
    FileReclaimer.removeIfEmpty(user);
  }

  /** Translates a failure in this folder. */
  public WireException failure(IOException cause) {
    return errors.failure(freeBytes(), ExitCleanup.explained(cause));
  }

  /**
   * Requires free room before taking it: filling the file system to find out would affect others.
   */
  public void requireRoom(long bytes) throws IOException {
    if (bytes > freeBytes()) {
      throw ShmErrors.noRoom(bytes, null);
    }
  }

  /** The path of the folder. */
  @Override
  public String toString() {
    return fabric.toString();
  }
}
