package dev.weft.futures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.nic.message.ErrorNumbers;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every error that a completion can have has an explanation. */
class ExplanationTest {

  /** Results of posting, which no completion has. */
  private static final Set<String> NO_ERRORS = Set.of("ACCEPTED", "AGAIN");

  @Test
  void shouldKnowAllErrorsOfTheSoftwareFabrics() throws IllegalAccessException {
    Set<String> unknown = new TreeSet<>();
    int seen = 0;
    for (Field field : ErrorNumbers.class.getDeclaredFields()) {
      if (Modifier.isPublic(field.getModifiers()) && !NO_ERRORS.contains(field.getName())) {
        seen++;
        if (!Explanations.isKnown(field.getInt(null))) {
          unknown.add(field.getName());
        }
      }
    }
    assertTrue(seen >= 9, "only " + seen + " errors");
    assertEquals(Set.of(), unknown);
  }

  /** A first operation makes the link to its peer. */
  @Test
  void shouldKnowWhatALinkCanLack() {
    for (int error : new int[] {Errno.EMFILE, Errno.ENOSPC, Errno.ENOMEM}) {
      assertTrue(Explanations.isKnown(error), Errno.name(error));
    }
  }

  @Test
  void shouldSayNameMeaningCausesAndNextStep() throws IllegalAccessException {
    for (Field field : Errno.class.getDeclaredFields()) {
      if (field.getName().startsWith("E")) {
        Explanation explanation = Explanation.of(field.getInt(null));
        String text = explanation.toString();
        assertTrue(text.contains(explanation.name()), text);
        assertFalse(explanation.meaning().isBlank(), text);
        assertFalse(explanation.likelyCauses().isEmpty(), text);
        assertFalse(explanation.nextStep().isBlank(), text);
      }
    }
  }

  @Test
  void shouldReadAsPeopleDo() {
    assertEquals(
        """
        FI_ENOKEY 266 (Required key not available)
          meaning: The peer has no region with this key. Its memory is untouched.
          likely:  the region was closed, or is not registered yet
          likely:  the key belongs to another domain, or to a peer before its restart
          next:    Ask the peer for the key of its region, once it is registered.\
        """,
        Explanation.of(Errno.ENOKEY).toString());
  }

  @Test
  void shouldExplainWhatWeftDoesNotKnow() {
    Explanation explanation = Explanation.of(-4711);
    assertEquals("4711", explanation.name());
    assertTrue(explanation.meaning().contains("never"), explanation::toString);
  }
}
