package dev.weft.verbs;

/**
 * {@code struct ibv_td}: a promise that one thread at a time uses what was created through a parent
 * domain that holds it (VX-19).
 */
public interface ThreadDomain extends VerbsObject {}
