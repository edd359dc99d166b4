package dev.weft.nic.queuepair;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Collects the log records of queue pairs, in place of the console. */
final class LoggedFailures extends Handler {
  private final Logger logger = Logger.getLogger("dev.weft.verbs");
  private final List<String> lines = new CopyOnWriteArrayList<>();

  LoggedFailures() {
    logger.addHandler(this);
    logger.setUseParentHandlers(false);
  }

  List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public void publish(LogRecord logged) {
    lines.add(logged.getMessage() + ": " + logged.getThrown());
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setUseParentHandlers(true);
  }
}
