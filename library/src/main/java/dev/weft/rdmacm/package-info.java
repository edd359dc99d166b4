/**
 * Connection setup for queue pairs, built on the verbs API and TCP. It works with every {@link
 * dev.weft.verbs.VerbsProvider}.
 *
 * <p>Manually, like {@code ibv_rc_pingpong(1)}: both sides exchange addresses, then change the
 * states themselves.
 *
 * <pre>{@code
 * QueuePairTransitions.initialise(pair, access)                 RESET -> INIT, then post receives
 * own = QueuePairAddress.of(pair)
 * peer = AddressExchange.serve(18515, own)        here, and AddressExchange.ask(...) over there
 * QueuePairTransitions.connect(pair, own, peer)                 INIT -> RTR -> RTS
 * }</pre>
 *
 * <p>By address, like {@code rdma_cm(7)}: one id per connection, which changes the queue pair's
 * states and reports events.
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
