package dev.weft.nic.transfer;

import dev.weft.nic.message.Message;
import dev.weft.wire.Link;

/** Bytes that this side has requested from a peer; a {@link ChunkReceiver} receives them. */
public abstract class InboundTransfer {
  /** Whether the peer has announced the bytes; else this side has requested a read. */
  final boolean announced;

  /** The number of the transfer. */
  public int number;

  /** The link to the peer. */
  public Link link;

  /** How many bytes were requested, and how many have arrived. */
  public long size;

  public long arrived;

  /** 0, or the number of the first error; further chunks are then dropped. */
  public int error;

  /** Whether the peer has the acknowledgement, if {@link #ended} is repeated. */
  public boolean acknowledged;

  /** The link has ended before the transfer: the peer gets no acknowledgement. */
  public boolean abandoned;

  protected InboundTransfer(boolean announced) {
    this.announced = announced;
  }

  /**
   * Copies a chunk to its place; 0, or the error number if the memory is not accessible any more.
   */
  public abstract int copyIn(long position, Message chunk, long bytes);

  /**
   * The transfer has ended: all bytes but those of the last frame have been counted, or {@link
   * #error} is set. Called again if it throws for lack of memory.
   */
  public abstract void ended();
}
