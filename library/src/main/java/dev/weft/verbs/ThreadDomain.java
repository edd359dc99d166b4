package dev.weft.verbs;

/**
 * {@code struct ibv_td}: declares that one thread at a time uses the objects created through a
 * parent domain with this thread domain (VX-19).
 */
public interface ThreadDomain extends VerbsObject {}
