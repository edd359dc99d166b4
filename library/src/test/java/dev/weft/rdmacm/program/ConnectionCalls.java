package dev.weft.rdmacm.program;

import dev.weft.rdmacm.ConnectionChannel;
import dev.weft.rdmacm.ConnectionId;
import dev.weft.rdmacm.ConnectionParameters;
import java.net.InetSocketAddress;

/** The calls of an id, which {@link ConnectionFault} can replace. */
public interface ConnectionCalls {
  /** The calls themselves. */
  ConnectionCalls REAL =
      new ConnectionCalls() {
        @Override
        public void connect(
            ConnectionId id, InetSocketAddress peer, ConnectionParameters ours, byte[] data) {
          id.connect(peer, ours, data);
        }

        @Override
        public void accept(ConnectionId id, ConnectionParameters ours, byte[] data) {
          id.accept(ours, data);
        }

        @Override
        public void reject(ConnectionId id, byte[] data) {
          id.reject(data);
        }

        @Override
        public void disconnect(ConnectionId id) {
          id.disconnect();
        }

        @Override
        public void close(ConnectionId id) {
          id.close();
        }

        @Override
        public void migrate(ConnectionId id, ConnectionChannel to) {
          id.migrate(to);
        }
      };

  void connect(ConnectionId id, InetSocketAddress peer, ConnectionParameters ours, byte[] data);

  void accept(ConnectionId id, ConnectionParameters ours, byte[] data);

  void reject(ConnectionId id, byte[] data);

  void disconnect(ConnectionId id);

  void close(ConnectionId id);

  void migrate(ConnectionId id, ConnectionChannel to);
}
