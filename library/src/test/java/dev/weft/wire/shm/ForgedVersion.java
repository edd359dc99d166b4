package dev.weft.wire.shm;

import dev.weft.wire.shm.folder.ShmFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Makes an open port one of another version to those that connect to it from now on. */
public final class ForgedVersion {
  private ForgedVersion() {}

  /** Writes a version into the file of a port. */
  public static void write(Path base, String fabric, String name, int version) throws IOException {
    try (FileChannel file = open(base, fabric, name)) {
      ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.nativeOrder());
      file.write(bytes.putInt(0, version), ShmLayout.PORT_VERSION);
    }
  }

  /** Makes the file of a port longer, as that of another version may be. */
  static void lengthen(Path base, String fabric, String name) throws IOException {
    try (FileChannel file = open(base, fabric, name)) {
      file.write(ByteBuffer.allocate(Long.BYTES), ShmLayout.PORT_BYTES);
    }
  }

  private static FileChannel open(Path base, String fabric, String name) throws IOException {
    return FileChannel.open(new ShmFolder(base, fabric).portFile(name), StandardOpenOption.WRITE);
  }
}
