package dev.weft.nic.endpoint;

import dev.weft.completion.CompletionCounter;

/** What counts each kind of operation of an endpoint; null where nothing does. */
public record MachineCounters(
    CompletionCounter sends,
    CompletionCounter receives,
    CompletionCounter reads,
    CompletionCounter writes,
    CompletionCounter remoteReads,
    CompletionCounter remoteWrites) {}
