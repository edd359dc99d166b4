package dev.weft.fabric;

/**
 * An object whose events a thread can wait for: a {@link CompletionQueue}, a {@link Counter}, an
 * {@link EventQueue} or a {@link WaitSet}. {@link Fabric#tryWait} takes them (TW-007).
 */
public interface Waitable extends FabricObject {}
