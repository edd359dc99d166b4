package dev.weft.nic.message;

import dev.weft.completion.CompletionCounter;

/** The counters of an endpoint by kind of operation; null if there is none. */
public record MachineCounters(
    CompletionCounter sends,
    CompletionCounter receives,
    CompletionCounter reads,
    CompletionCounter writes,
    CompletionCounter remoteReads,
    CompletionCounter remoteWrites) {}
