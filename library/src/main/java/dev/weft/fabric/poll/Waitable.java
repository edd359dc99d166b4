package dev.weft.fabric.poll;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricObject;

/**
 * An object whose events a thread can wait for: a {@link CompletionQueue}, a {@link Counter}, an
 * {@link EventQueue} or a {@link WaitSet}. {@link Fabric#tryWait} takes them (TW-007).
 */
public interface Waitable extends FabricObject {}
