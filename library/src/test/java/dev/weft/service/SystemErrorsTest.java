package dev.weft.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors of the system in English and in German. */
class SystemErrorsTest {
  private static final String NO_SPACE = "Auf dem Gerät ist kein Speicherplatz mehr verfügbar";
  private static final String TOO_MANY = "Zu viele offene Dateien";

  private static SystemErrors english(boolean canOpen) {
    return new SystemErrors("f (No such file or directory)", "No space left", () -> canOpen);
  }

  private static SystemErrors german(boolean canOpen) {
    String noFile = "f (Datei oder Verzeichnis nicht gefunden)";
    return new SystemErrors(noFile, NO_SPACE, () -> canOpen);
  }

  @Test
  void shouldKnowEnglishTexts() {
    assertTrue(english(true).isNoSpace(new IOException("No space left on device")));
    assertTrue(english(true).isTooManyFiles(new SocketException("Too many open files")));
    assertFalse(english(false).isTooManyFiles(new IOException("Broken pipe")));
  }

  @Test
  void shouldKnowTheTextOfAMissingFile() {
    assertTrue(english(true).isNoFile(new SocketException("No such file or directory")));
    assertTrue(german(true).isNoFile(new SocketException("Datei oder Verzeichnis nicht gefunden")));
    assertTrue(german(true).isNoFile(new NoSuchFileException("file")));
    assertFalse(german(true).isNoFile(new SocketException(TOO_MANY)));
    assertFalse(german(true).isNoFile(new SocketException()));
  }

  @Test
  void shouldKnowTheTranslatedTextOfTheLackOfRoom() {
    assertTrue(german(true).isNoSpace(new FileSystemException("file", null, NO_SPACE)));
    assertTrue(german(true).isNoSpace(new IOException("No space left for 8 bytes")), "our own");
    assertFalse(german(true).isNoSpace(new SocketException(TOO_MANY)));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldTryToOpenAFileIfTheTextIsTranslated(boolean canOpen) {
    SystemErrors errors = german(canOpen);
    assertEquals(!canOpen, errors.isTooManyFiles(new SocketException(TOO_MANY)));
    assertEquals(!canOpen, errors.isTooManyFiles(new FileSystemException("file", null, TOO_MANY)));
    assertFalse(errors.isTooManyFiles(new NoSuchFileException("file")), "has a type");
    assertFalse(errors.isTooManyFiles(new ConnectException("Verbindungsaufbau abgelehnt")));
  }

  @Test
  void shouldKnowTheTextsOfThisProcess() throws IOException {
    try (FileOutputStream full = new FileOutputStream("/dev/full")) {
      IOException noSpace = assertThrows(IOException.class, () -> full.write(0));
      assertTrue(SystemErrors.ofProcess().isNoSpace(noSpace));
    }
    assertFalse(SystemErrors.ofProcess().isTooManyFiles(new IOException("another")));
  }
}
