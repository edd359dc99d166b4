package dev.weft.wire.shm;

import dev.weft.wire.shm.folder.ShmAddress;
import dev.weft.wire.shm.folder.ShmFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The bytes of a hostile peer, valid at first, and the files in which it stores them. Files are
 * written by calls, not mapped, so that no change of their size disturbs the peer.
 */
final class SetupFiles {
  static final int MEMORY_BYTES = 1 << 16;
  static final long KEY = 1;
  static final long GRANT_AT = 192;
  static final long GRANTED = 65_000;
  static final long REMOTE = 3L << 12;

  /** Offset of the only row of the table: the first place of its key. */
  static final long ROW =
      ShmLayout.GRANTS
          + (((KEY * 0x9E37_79B9_7F4A_7C15L) >>> Integer.SIZE) & (ShmLayout.GRANT_PLACES - 1))
              * ShmLayout.GRANT_BYTES;

  /** What lies in a file's place. */
  enum Form {
    FILE,
    NOTHING,
    FOLDER,
    /** A symbolic link to a valid file. */
    SYMBOLIC_LINK;

    static final List<Form> STRANGE = List.of(NOTHING, FOLDER, SYMBOLIC_LINK);
  }

  final ShmFolder folder;
  final String fabric;
  final String name;
  final String victim;
  final long capacity;
  final long number;
  private final long owner;
  private final Map<SetupPart, ByteBuffer> images = new EnumMap<>(SetupPart.class);
  private final Map<SetupPart, Long> sizes = new EnumMap<>(SetupPart.class);
  private final Map<SetupPart, Form> forms = new EnumMap<>(SetupPart.class);
  private final Map<Path, byte[]> before = new HashMap<>();

  SetupFiles(Path base, String fabric, String name, String victim, long capacity, Random chance) {
    folder = new ShmFolder(base, fabric);
    this.fabric = fabric;
    this.name = name;
    this.victim = victim;
    this.capacity = capacity;
    number = chance.nextLong(1, Long.MAX_VALUE);
    owner = chance.nextLong(1, Long.MAX_VALUE);
    for (SetupPart part : SetupPart.values()) {
      images.put(part, ByteBuffer.allocate(part.size).order(part.order));
    }
    fillHandshake(image(SetupPart.LIVENESS_HANDSHAKE), Handshake.LIVENESS);
    fillHandshake(image(SetupPart.WAKE_HANDSHAKE), Handshake.WAKE);
    fillLink(image(SetupPart.LINK));
    image(SetupPart.PORT).putLong((int) ShmLayout.MAGIC, ShmLayout.PORT_MAGIC);
    image(SetupPart.PORT).putLong((int) ShmLayout.PORT_GRANTS, owner);
    image(SetupPart.PORT).putInt((int) ShmLayout.PORT_VERSION, ShmLayout.VERSION);
    fillTable(image(SetupPart.TABLE), chance);
  }

  private void fillHandshake(ByteBuffer handshake, int line) {
    handshake.putLong(0, ShmLayout.HANDSHAKE_MAGIC).putInt(8, ShmLayout.VERSION).putInt(12, line);
    putText(
        handshake.putLong(16, number),
        24,
        folder.file(victim, number + ".link").getFileName().toString());
  }

  private void fillLink(ByteBuffer link) {
    link.putLong((int) ShmLayout.MAGIC, ShmLayout.LINK_MAGIC);
    link.putInt((int) ShmLayout.VERSION_AT, ShmLayout.VERSION);
    link.putLong((int) ShmLayout.CAPACITY, capacity);
    link.putLong((int) ShmLayout.NUMBER, number);
    putText(link, (int) ShmLayout.INITIATOR, address(name));
    putText(link, (int) ShmLayout.ACCEPTOR, address(victim));
  }

  private static void fillTable(ByteBuffer table, Random chance) {
    table.putLong((int) ShmLayout.MAGIC, ShmLayout.GRANTS_MAGIC);
    int row = (int) ROW;
    table.putLong(row + (int) ShmLayout.GRANT_NUMBER, 1 + chance.nextInt(1000));
    table.putLong(row + (int) ShmLayout.GRANT_KEY, KEY);
    table.putLong(row + (int) ShmLayout.GRANT_OFFSET, GRANT_AT);
    table.putLong(row + (int) ShmLayout.GRANT_LENGTH, GRANTED);
    table.putLong(row + (int) ShmLayout.GRANT_ACCESS, REMOTE);
  }

  private static void putText(ByteBuffer bytes, int at, String text) {
    byte[] name = text.getBytes(StandardCharsets.UTF_8);
    bytes.putShort(at, (short) name.length).put(at + Short.BYTES, name);
  }

  String address(String port) {
    return new ShmAddress(fabric, port).toString();
  }

  // What is changed before it is written

  ByteBuffer image(SetupPart part) {
    return images.get(part);
  }

  /** The size of a part, which may differ from that of a valid one. */
  long size(SetupPart part) {
    return sizes.getOrDefault(part, validSize(part));
  }

  long validSize(SetupPart part) {
    return part == SetupPart.LINK || part == SetupPart.VICTIM_LINK
        ? ShmLayout.linkBytes(capacity)
        : part.size;
  }

  void setSize(SetupPart part, long size) {
    sizes.put(part, size);
  }

  void setForm(SetupPart part, Form form) {
    forms.put(part, form);
  }

  // Files

  /** The file of a part; null if there is none. */
  Path path(SetupPart part) throws IOException {
    return switch (part) {
      case LINK -> folder.file(victim, number + ".link");
      case PORT -> folder.portFile(name);
      case TABLE -> folder.grants(owner);
      case MEMORY -> folder.memory(owner, 0);
      case VICTIM_LINK -> first(folder.files(name, ".link"));
      case VICTIM_PORT -> folder.portFile(victim);
      case VICTIM_TABLE -> first(tables());
      default -> null;
    };
  }

  private static Path first(List<Path> paths) {
    return paths.isEmpty() ? null : paths.get(0);
  }

  /** Tables of others; the first one may be that of any of them. */
  private List<Path> tables() throws IOException {
    Path own = folder.grants(owner);
    try (var files = Files.list(own.getParent())) {
      return files
          .filter(file -> file.toString().endsWith(".grants") && !file.equals(own))
          .sorted()
          .toList();
    }
  }

  /** Makes a file of the peer. */
  void make(SetupPart part) throws IOException {
    Path path = path(part);
    switch (forms.getOrDefault(part, Form.FILE)) {
      case FILE -> write(path, part);
      case FOLDER -> Files.createDirectory(path);
      case SYMBOLIC_LINK -> {
        Path target = folder.file(name, "elsewhere");
        write(target, part);
        Files.createSymbolicLink(path, target);
      }
      default -> {}
    }
  }

  private void write(Path path, SetupPart part) throws IOException {
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      resize(file, size(part));
      int bytes = (int) Math.min(part.size, size(part));
      file.write(image(part).duplicate().clear().limit(bytes), 0);
    }
  }

  private static void resize(FileChannel file, long size) throws IOException {
    if (size > file.size()) {
      file.write(ByteBuffer.allocate(1), size - 1);
    }
    file.truncate(size);
  }

  /** Opens a file, the whole contents of which are restored at the end if it is the victim's. */
  FileChannel open(SetupPart part) throws IOException {
    Path path = path(part);
    if (path == null) {
      throw new IOException("there is no " + part);
    }
    if (part == SetupPart.VICTIM_PORT || part == SetupPart.VICTIM_TABLE) {
      if (!before.containsKey(path)) {
        before.put(path, Files.readAllBytes(path));
      }
    }
    return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  /** Tells the victim that a peer has connected. */
  void announce() throws IOException {
    try (FileChannel portFile =
        FileChannel.open(
            folder.portFile(victim), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer count = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
      portFile.read(count, ShmLayout.PORT_COUNT);
      portFile.write(count.putLong(0, count.getLong(0) + 1).clear(), ShmLayout.PORT_COUNT);
    }
  }

  /** Restores the files that other peers of the victim use, except for the count of changes. */
  void restore() throws IOException {
    for (Map.Entry<Path, byte[]> each : before.entrySet()) {
      boolean portFile = each.getKey().equals(folder.portFile(victim));
      int most = portFile ? (int) ShmLayout.PORT_COUNT : each.getValue().length;
      try (FileChannel file = FileChannel.open(each.getKey(), StandardOpenOption.WRITE)) {
        file.write(ByteBuffer.wrap(each.getValue(), 0, most), 0);
      }
    }
    if (!before.isEmpty()) {
      announce();
    }
  }

  /** Deletes the peer's own files. The victim deletes the files of links. */
  void delete() throws IOException {
    for (SetupPart part : List.of(SetupPart.PORT, SetupPart.TABLE, SetupPart.MEMORY)) {
      Files.deleteIfExists(path(part));
    }
    Files.deleteIfExists(folder.socket(name));
    Files.deleteIfExists(folder.file(name, "elsewhere"));
  }
}
