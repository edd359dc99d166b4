package dev.weft.provider.fabric;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Collects the library's log records, which also go to the console. */
final class LoggedFailures extends Handler implements AutoCloseable {
  private final Logger logger = Logger.getLogger("dev.weft");
  private final List<String> lines = new CopyOnWriteArrayList<>();

  LoggedFailures() {
    logger.addHandler(this);
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
  }
}
