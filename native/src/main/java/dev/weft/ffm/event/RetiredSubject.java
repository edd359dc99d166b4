package dev.weft.ffm.event;

/** What is left in C of an object that the program has closed. */
public interface RetiredSubject extends EventSubject, AutoCloseable {

  /** Makes it idle in C; false if the provider cannot do that. */
  boolean stop();

  /** Closes it in C. */
  @Override
  void close();
}
