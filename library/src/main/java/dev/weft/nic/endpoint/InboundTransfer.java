package dev.weft.nic.endpoint;

import dev.weft.wire.Link;

/** Bytes that this side has requested from a peer; a {@link ChunkReceiver} receives them. */
abstract class InboundTransfer {
  /** The number of the transfer. */
  int number;

  /** The link to the peer. */
  Link link;

  /** How many bytes were requested, and how many have arrived. */
  long size;

  long arrived;

  /** 0, or the number of the first error; further chunks are then dropped. */
  int error;

  /**
   * Copies a chunk to its place; 0, or the error number if the memory is not accessible any more.
   */
  abstract int place(long position, Message chunk, long bytes);

  /** The transfer has ended: all bytes have arrived, or {@link #error} is set. */
  abstract void ended();
}
