import dev.weft.fabric.*;
import dev.weft.fabric.attributes.*;
import dev.weft.fabric.completion.*;
import dev.weft.fabric.poll.*;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.*;
import io.netty.channel.group.*;
import io.netty.channel.nio.*;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// An event loop of Netty reads a completion queue: each message goes on to the TCP clients.
static final int MESSAGES = 1000, SIZE = 64, RECEIVES = 16;

void main() throws Exception {
  var info = Fabrics.getInfo().getFirst();
  var attributes =
      CompletionQueueAttributes.builder()
          .format(CompletionFormat.MSG)
          .waitObject(WaitObject.FD)
          .build();
  try (var fabric = Fabrics.open(info);
      var domain = fabric.openDomain(info);
      var queue = domain.openCompletionQueue(attributes);
      var peers = domain.openAddressVector(AddressVectorAttributes.defaults());
      var endpoint = domain.openEndpoint(info)) {
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.bind(peers, 0);
    endpoint.enable();
    var loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    var clients = new DefaultChannelGroup(loops.next());
    var accepted = new CountDownLatch(1);
    var server = listen(loops, clients, accepted);
    var bridge = new Bridge(fabric, queue, endpoint, clients);
    var registration = loops.next().register(bridge).sync().getNow();
    registration.submit(NioIoOps.READ);
    loops.next().execute(bridge::begin);

    var client = Thread.startVirtualThread(() -> check(server.localAddress()));
    accepted.await();
    write(endpoint, peers.insert(endpoint.name()));
    client.join();
    registration.cancel();
    clients.close().sync();
    server.close().sync();
    loops.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
  }
}

Channel listen(EventLoopGroup loops, ChannelGroup clients, CountDownLatch accepted)
    throws InterruptedException {
  return new ServerBootstrap()
      .group(loops)
      .channel(NioServerSocketChannel.class)
      .childHandler(
          new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel client) {
              clients.add(client);
              accepted.countDown();
            }
          })
      .bind("localhost", 0)
      .sync()
      .channel();
}

/// The queue's wait channel in the selector of the event loop. All methods run on its thread.
static final class Bridge extends NioSelectableChannelIoHandle<SelectableChannel> {
  final Fabric fabric;
  final CompletionQueue queue;
  final Endpoint endpoint;
  final ChannelGroup clients;
  final CompletionBatch batch;
  final MemorySegment rooms = Arena.ofAuto().allocate(RECEIVES * SIZE);

  Bridge(Fabric fabric, CompletionQueue queue, Endpoint endpoint, ChannelGroup clients) {
    super(((ChannelHandle) queue.control(ControlCommand.GETWAIT)).channel());
    this.fabric = fabric;
    this.queue = queue;
    this.endpoint = endpoint;
    this.clients = clients;
    this.batch = CompletionBatch.allocate(Arena.ofAuto(), queue.format(), RECEIVES);
  }

  void begin() {
    for (int room = 0; room < RECEIVES; room++) {
      post(room);
    }
    serve();
  }

  void post(long room) {
    endpoint.recv(rooms.asSlice(room * SIZE, SIZE), SIZE, FabricAddress.UNSPEC, room);
  }

  @Override
  protected void handle(SelectableChannel channel, SelectionKey key) {
    serve();
  }

  /// Reads until a later completion is sure to make the channel readable.
  void serve() {
    do {
      int count;
      while ((count = queue.read(batch, RECEIVES)) > 0) {
        for (int i = 0; i < count; i++) {
          forward(batch.context(i), batch.length(i));
        }
      }
      if (count != -Errno.EAGAIN) {
        throw new IllegalStateException(Errno.strerror(-count));
      }
    } while (fabric.tryWait(queue) != 0);
  }

  /// Posts the receive again once TCP has taken the bytes, so slow clients slow the sender down.
  void forward(long room, long length) {
    var bytes = rooms.asSlice(room * SIZE, length).asByteBuffer();
    clients.writeAndFlush(Unpooled.wrappedBuffer(bytes)).addListener(_ -> post(room));
  }
}

/// Sends numbered messages to the endpoint; without a completion, because it injects them.
void write(Endpoint endpoint, long self) {
  var message = Arena.ofAuto().allocate(SIZE);
  for (long i = 0; i < MESSAGES; i++) {
    message.set(ValueLayout.JAVA_LONG, 0, i);
    while (endpoint.inject(message, SIZE, self) == -Errno.EAGAIN) {
      Thread.yield(); // the event loop makes room
    }
  }
}

void check(SocketAddress server) {
  try (var socket = SocketChannel.open(server)) {
    var message = ByteBuffer.allocate(SIZE).order(ByteOrder.nativeOrder());
    int inOrder = 0;
    for (long i = 0; i < MESSAGES; i++) {
      message.clear();
      while (message.hasRemaining() && socket.read(message) >= 0) {}
      inOrder += message.getLong(0) == i ? 1 : 0;
    }
    IO.println(inOrder + " of " + MESSAGES + " messages went from the queue to a TCP client.");
  } catch (IOException e) {
    throw new UncheckedIOException(e);
  }
}
