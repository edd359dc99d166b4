package dev.weft.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ShellWordTest {
  @Test
  void shouldQuoteWhatAShellWouldChange() {
    assertEquals("shm://shm/anna", ShellWord.of("shm://shm/anna"));
    assertEquals("'shm://shm/x y'", ShellWord.of("shm://shm/x y"));
    assertEquals("'[::1]:47592'", ShellWord.of("[::1]:47592"));
    assertEquals("'it'\\''s'", ShellWord.of("it's"));
  }
}
