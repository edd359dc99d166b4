package dev.weft.provider.fabric.wait;

/** An object that can be registered with a selector; its event is a level. */
public interface Selectable extends SoftwareWaitable, Progressing, ActiveMember {

  /** The wait object that its publications and doorbells notify. */
  QueueWait waiting();
}
