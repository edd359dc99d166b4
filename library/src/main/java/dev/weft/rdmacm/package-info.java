/**
 * How queue pairs find each other, made of verbs' words and of TCP, which carries what both must
 * know before their first message. It works with every {@link dev.weft.verbs.VerbsProvider}.
 *
 * <p>By hand, in the manner of {@code ibv_rc_pingpong(1)}: both exchange where they are, then go
 * through the states themselves.
 *
 * <pre>{@code
 * QueuePairTransitions.initialise(pair, access)                 RESET -> INIT, then post receives
 * own = QueuePairAddress.of(pair)
 * peer = AddressExchange.serve(18515, own)        here, and AddressExchange.ask(...) over there
 * QueuePairTransitions.connect(pair, own, peer)                 INIT -> RTR -> RTS
 * }</pre>
 *
 * <p>By address, in the manner of {@code rdma_cm(7)}: an id for each connection, events that tell
 * how far it is, and the queue pair's states are gone through inside.
 *
 * <pre>{@code
 * the one that calls                                 the one that listens
 * ConnectionId.connect  ---- REQUEST, data ---->     CONNECT_REQUEST with a new id
 *                                                    createQp, post receives
 * ESTABLISHED           <--- ACCEPT, data ------     accept
 *                       ---- READY ------------>     ESTABLISHED
 * REJECTED              <--- REJECT, data ------     reject
 * DISCONNECTED          <--- the end ---------->     DISCONNECTED      disconnect, or death
 * }</pre>
 */
package dev.weft.rdmacm;
