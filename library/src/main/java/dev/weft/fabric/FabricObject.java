package dev.weft.fabric;

import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.ObjectClass;

/**
 * {@code struct fid}: an object of a fabric. It has a class, the context given when it was opened,
 * and is closed once.
 *
 * <p>Objects close in the reverse order of their opening, as try-with-resources does it. A call on
 * a closed object throws {@link IllegalStateException}, unless it only returns what the object was
 * opened with.
 */
public interface FabricObject extends AutoCloseable {

  /** {@code fid.fclass}: which kind of object this is. */
  ObjectClass objectClass();

  /**
   * {@code fid.context}: the object that the application gave when it opened this one, possibly
   * null. It is never the context of an operation (CQ-002).
   */
  Object context();

  /**
   * {@code fi_control(3)}: runs a command specific to the object, such as reading its wait object.
   * The caller serialises this with all other use of the object (WO-016).
   *
   * @param command the command
   * @return the command's result
   * @throws FabricException {@link Errno#ENOSYS} if the object does not support the command
   *     (WO-015), {@link Errno#ENODATA} if it was opened without what the command reads
   */
  default <T> T control(ControlCommand<T> command) {
    throw new FabricException(
        Errno.ENOSYS,
        "fi_control",
        "command=" + command,
        "An object of class " + objectClass() + " has no such command");
  }

  /**
   * Whether {@link #close()} has succeeded. False while a thread is inside it; calls of others are
   * refused then already.
   */
  boolean isClosed();

  /**
   * {@code fi_close(3)}: releases the object. Closing it again does nothing, also while another
   * thread closes it.
   *
   * @throws FabricException {@link Errno#EBUSY} while other objects still depend on this one; it
   *     then stays open and keeps working
   */
  @Override
  void close();
}
