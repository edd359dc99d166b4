package dev.weft.fabric.poll;

/**
 * {@code struct pollfd}: a file descriptor and the events to poll it for.
 *
 * @param descriptor {@code fd}
 * @param events {@code events}: bits of {@code poll(2)}, 1 for {@code POLLIN}
 */
public record PollDescriptor(int descriptor, short events) {}
