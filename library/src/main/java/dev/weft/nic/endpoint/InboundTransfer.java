package dev.weft.nic.endpoint;

import dev.weft.wire.Link;

/** Bytes that this side has asked a peer for; a {@link ChunkReceiver} takes them as they come. */
abstract class InboundTransfer {
  /** What the peer is to call it. */
  int number;

  /** Who was asked. */
  Link link;

  /** How many bytes are wanted, and how many have come. */
  long size;

  long arrived;

  /** 0, or the number of the first error; chunks then go nowhere. */
  int error;

  /** Copies a chunk to its place; 0, or the error number where that is not there any more. */
  abstract int place(long position, Message chunk, long bytes);

  /** All has come, or the peer has ended it, or left; {@link #error} tells. */
  abstract void ended();
}
