package dev.weft.conformance;

import java.util.logging.Filter;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What a check throws into the code of a provider, to see that it does no harm there. */
public final class ThrownOnPurpose extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public ThrownOnPurpose(String where) {
    super("thrown by a check on purpose, in " + where);
  }

  /**
   * Keeps reports of such exceptions out of the process's log until the result is closed: the user
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
