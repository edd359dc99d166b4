package dev.weft.service;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.function.BooleanSupplier;

/**
 * Recognises errors of the operating system for which Java has no type of exception. Java reports
 * their text, which is in the language of the process: {@code LC_ALL}, {@code LANGUAGE}.
 *
 * <p>The translated text of a missing file is that of opening one, the text of a lack of room that
 * of a write to {@code /dev/full}. That of a lack of descriptors cannot be provoked: where texts
 * are not English, an attempt to open a file tells.
 *
 * <p>Any thread may call any method.
 */
public final class SystemErrors {
  private static final String TOO_MANY_FILES = "Too many open files";
  private static final String NO_SPACE = "No space left";
  private static final String NO_FILE = "No such file";
  private static final String RESET = "Connection reset";
  private static final SystemErrors OF_PROCESS =
      new SystemErrors(noFile(), noSpace(), SystemErrors::canOpen);

  private final boolean isEnglish;
  private final String noFile;
  private final String noSpace;
  private final BooleanSupplier canOpen;
  private final OpenFiles openFiles = new OpenFiles();

  /**
   * Errors with other texts, for tests.
   *
   * @param noFile the text of {@code ENOENT}
   * @param noSpace the text of {@code ENOSPC}
   * @param canOpen whether a file can be opened now
   */
  SystemErrors(String noFile, String noSpace, BooleanSupplier canOpen) {
    this.isEnglish = noFile.contains(NO_FILE);
    this.noFile = noFile;
    this.noSpace = noSpace;
    this.canOpen = canOpen;
  }

  /** Those of this process. Call it once before descriptors may be short. */
  public static SystemErrors ofProcess() {
    return OF_PROCESS;
  }

  /** {@code ENOENT}. */
  public boolean isNoFile(IOException cause) {
    return cause instanceof NoSuchFileException
        || (cause.getMessage() != null && noFile.contains(cause.getMessage()));
  }

  /** {@code ENOSPC}. */
  public boolean isNoSpace(IOException cause) {
    return says(cause, NO_SPACE) || says(cause, noSpace);
  }

  /** {@code EMFILE}; call it where the error is none that can be recognised otherwise. */
  public boolean isTooManyFiles(IOException cause) {
    return says(cause, TOO_MANY_FILES)
        || (!isEnglish && !isTyped(cause) && !canOpen.getAsBoolean());
  }

  /** {@code ECONNRESET}; where texts are not English, it is not recognised. */
  public boolean isReset(IOException cause) {
    return says(cause, RESET);
  }

  /** What to show of a lack of descriptors: how many descriptors are open, and how many may be. */
  public String openFiles() {
    return openFiles.toString();
  }

  private static boolean says(IOException cause, String text) {
    return String.valueOf(cause.getMessage()).contains(text);
  }

  /** Whether the type of the exception tells the error; a reason is the text of another one. */
  private static boolean isTyped(IOException cause) {
    return cause instanceof ConnectException
        || cause instanceof InterruptedIOException
        || (cause instanceof FileSystemException file && file.getReason() == null);
  }

  private static String noFile() {
    try (var _ = new FileInputStream("/proc/self/none")) {
      return NO_FILE;
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  private static String noSpace() {
    try (var full = new FileOutputStream("/dev/full")) {
      full.write(0);
      return NO_SPACE;
    } catch (FileNotFoundException noSuchDevice) {
      return NO_SPACE;
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  private static boolean canOpen() {
    try (var _ = new FileInputStream("/dev/null")) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
