package dev.weft.futures.program;

import dev.weft.futures.BufferPool;
import dev.weft.futures.LeasedBuffer;
import dev.weft.futures.Operations;
import dev.weft.futures.Post;
import dev.weft.futures.Success;
import java.util.concurrent.CompletableFuture;

/** The calls of the futures, which {@link FuturesFault} can replace. */
public interface FutureCalls {
  /** The calls themselves. */
  FutureCalls REAL =
      new FutureCalls() {
        @Override
        public CompletableFuture<Success> send(
            Operations operations, LeasedBuffer buffer, long length, long to) {
          return operations.send(buffer, length, to);
        }

        @Override
        public CompletableFuture<Success> tsend(
            Operations operations, LeasedBuffer buffer, long length, long to, long tag) {
          return operations.tsend(buffer, length, to, tag);
        }

        @Override
        public CompletableFuture<Success> recv(
            Operations operations, LeasedBuffer buffer, long source) {
          return operations.recv(buffer, source);
        }

        @Override
        public CompletableFuture<Success> trecv(
            Operations operations, LeasedBuffer buffer, long source, long tag, long ignore) {
          return operations.trecv(buffer, source, tag, ignore);
        }

        @Override
        public CompletableFuture<Success> read(
            Operations operations,
            LeasedBuffer buffer,
            long length,
            long to,
            long address,
            long key) {
          return operations.read(buffer, length, to, address, key);
        }

        @Override
        public CompletableFuture<Success> write(
            Operations operations,
            LeasedBuffer buffer,
            long length,
            long to,
            long address,
            long key) {
          return operations.write(buffer, length, to, address, key);
        }

        @Override
        public CompletableFuture<Success> submit(
            Operations operations, LeasedBuffer bufferOrNull, Post post) {
          return operations.submit(bufferOrNull, post);
        }

        @Override
        public boolean cancel(CompletableFuture<Success> future) {
          return future.cancel(false);
        }

        @Override
        public void give(BufferPool pool, LeasedBuffer buffer) {
          pool.give(buffer);
        }

        @Override
        public void close(Operations operations) {
          operations.close();
        }
      };

  CompletableFuture<Success> send(Operations operations, LeasedBuffer buffer, long length, long to);

  CompletableFuture<Success> tsend(
      Operations operations, LeasedBuffer buffer, long length, long to, long tag);

  CompletableFuture<Success> recv(Operations operations, LeasedBuffer buffer, long source);

  CompletableFuture<Success> trecv(
      Operations operations, LeasedBuffer buffer, long source, long tag, long ignore);

  CompletableFuture<Success> read(
      Operations operations, LeasedBuffer buffer, long length, long to, long address, long key);

  CompletableFuture<Success> write(
      Operations operations, LeasedBuffer buffer, long length, long to, long address, long key);

  CompletableFuture<Success> submit(Operations operations, LeasedBuffer bufferOrNull, Post post);

  boolean cancel(CompletableFuture<Success> future);

  void give(BufferPool pool, LeasedBuffer buffer);

  void close(Operations operations);
}
