package dev.weft.conformance.check;

import java.util.logging.Filter;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Thrown by callbacks of a check to test that the provider survives exceptions of the application.
 */
public final class ThrownOnPurpose extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public ThrownOnPurpose(String where) {
    super("thrown by a check on purpose, in " + where);
  }

  /**
   * Filters such exceptions from the log of the process until the result is closed, because users
   * of the kit could take them for errors.
   */
  public static AutoCloseable outOfTheLog() {
    Handler[] handlers = Logger.getLogger("").getHandlers();
    Filter[] before = new Filter[handlers.length];
    for (int i = 0; i < handlers.length; i++) {
      Filter own = handlers[i].getFilter();
      before[i] = own;
      handlers[i].setFilter(record -> !isAbout(record) && (own == null || own.isLoggable(record)));
    }
    return () -> {
      for (int i = 0; i < handlers.length; i++) {
        handlers[i].setFilter(before[i]);
      }
    };
  }

  private static boolean isAbout(LogRecord record) {
    return record.getThrown() instanceof ThrownOnPurpose;
  }
}
