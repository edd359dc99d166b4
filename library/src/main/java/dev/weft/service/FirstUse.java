package dev.weft.service;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The first use of classes of the Java runtime that open files when they are initialised. If there
 * is no file descriptor then, the initialisation fails, and the class cannot be used as long as the
 * process lives. Therefore descriptors are required before.
 *
 * <p>Any thread may call any method.
 */
public final class FirstUse {
  /** How the text of its exception begins. */
  public static final String TOO_MANY = "Too many open files: ";

  private static final File ANY = new File("/dev/null");

  private final int descriptors;
  private volatile boolean done;

  /** Classes whose initialisation opens at most so many files. */
  public FirstUse(int descriptors) {
    this.descriptors = descriptors;
  }

  /**
   * Called before each use.
   *
   * @throws IOException if the classes were not used before and there are too few descriptors
   */
  public void begin() throws IOException {
    if (!done) {
      requireDescriptors();
      SystemErrors.ofProcess(); // which cannot be loaded without a descriptor
    }
  }

  /** Called after a use that has succeeded. */
  public void succeeded() {
    done = true;
  }

  /** Whether a use has succeeded. */
  public boolean isDone() {
    return done;
  }

  private void requireDescriptors() throws IOException {
    List<FileInputStream> opened = new ArrayList<>();
    try {
      for (int i = 0; i < descriptors; i++) {
        opened.add(new FileInputStream(ANY));
      }
    } catch (FileNotFoundException e) {
      if (ANY.exists()) {
        throw new IOException(TOO_MANY + "the first use needs " + descriptors + " more", e);
      }
    } finally {
      for (FileInputStream each : opened) {
        each.close();
      }
    }
  }
}
