package dev.weft.ffm.ibverbs.work;

import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.linker.Downcalls;

/**
 * Where requests lie side by side for C, and how they are posted.
 *
 * @param function address of the driver's function that posts
 * @param queue address of the struct that it posts to
 * @param refused address of the word in which it tells the request that it refuses
 * @param first address of the first request
 * @param stride bytes of a request
 * @param next offset of the address of the next one
 */
record RequestList(long function, long queue, long refused, long first, long stride, long next) {

  /** The address of a request. */
  long at(int index) {
    return first + index * stride;
  }

  /** Links a request to the one behind it. */
  void link(int index) {
    CMemory.word(at(index) + next, at(index + 1));
  }

  /** Posts the first requests; returns 0 or an error number. */
  int post(int count) {
    CMemory.word(at(count - 1) + next, 0);
    CMemory.word(refused, first);
    return Buffers.errorOf((int) Downcalls.call(function, queue, first, refused));
  }

  /** Which was refused: the first if the driver does not say, as rxe where its doorbell fails. */
  int refusedIndex(int count) {
    long offset = CMemory.word(refused) - first;
    return offset >= 0 && offset < count * stride ? (int) (offset / stride) : 0;
  }
}
