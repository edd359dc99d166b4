/**
 * The libfabric API. The Javadoc of an element that has a C counterpart begins with the C name.
 *
 * <pre>{@code
 * Fabrics.getInfo(hints) --------> FabricInfo         what can be opened, best first
 * Fabrics.open(info) ------------> Fabric
 *   |-- openWaitSet -------------> WaitSet            sleep on many at once
 *   |-- openSelector ------------> CompletionSelector ... with members that change
 *   |-- openEventQueue ----------> EventQueue <-------- bind: connections made and ended
 *   |-- openPassiveEndpoint -----> PassiveEndpoint ---'   listen, reject
 *   '-- openDomain --------------> Domain
 *         |-- openCompletionQueue -> CompletionQueue <--.
 *         |-- openCounter ---------> Counter         <--| bind
 *         |-- openAddressVector ---> AddressVector   <--|
 *         |-- openEndpoint --------> Endpoint ----------'   enable, send, recv, tsend, ...
 *         |-- openScalableEndpoint > ScalableEndpoint   openTransmitContext, openReceiveContext
 *         |-- register ------------> MemoryRegion       buffers, and what peers may access
 *         '-- openPollSet ---------> PollSet            progress many at once
 * }</pre>
 *
 * <p>Objects close in the reverse order of opening. Closing an object that others depend on fails
 * with {@code FI_EBUSY}; the object stays open.
 *
 * <p>One operation, from post to completion:
 *
 * <pre>{@code
 * Endpoint.send(buffer, length, destination, context)     -> 0, or -EAGAIN: not accepted
 *                                              |
 * CompletionQueue.read(batch, count)           |          -> entries, -EAGAIN or -EAVAIL
 *     CompletionBatch: batch.context(i) <------+ success
 * CompletionQueue.readErr(entry, 0)            |          -> 1 or -EAGAIN
 *     ErrorCompletion: entry.context() <-------+ failure: entry.error() is an Errno
 * }</pre>
 *
 * <p>The objects are here: interfaces that extend {@link dev.weft.fabric.FabricObject}. The other
 * types of the API have packages of their own:
 *
 * <ul>
 *   <li>{@link dev.weft.fabric.info}: what a provider offers, and hints;
 *   <li>{@link dev.weft.fabric.attributes}: attributes of the objects;
 *   <li>{@link dev.weft.fabric.message}: what a program posts;
 *   <li>{@link dev.weft.fabric.completion}: what it reads;
 *   <li>{@link dev.weft.fabric.poll}: how it waits for many.
 * </ul>
 *
 * <p>Attributes are immutable, with builders. Batches and entries are views on native memory with
 * the layout of C. Flags have one class per namespace, because the same bit means different things
 * in different places.
 *
 * <p>Errors are reported in four distinct ways: an <em>expected</em> outcome is a negative {@link
 * dev.weft.fabric.Errno}; a <em>failed operation</em> is an {@link
 * dev.weft.fabric.completion.ErrorCompletion}; <em>misuse</em> is an {@link
 * java.lang.IllegalArgumentException}, an {@link java.lang.IndexOutOfBoundsException} or an {@link
 * java.lang.IllegalStateException}; a <em>failed setup</em> is a {@link
 * dev.weft.fabric.FabricException}.
 *
 * <p>A {@link dev.weft.fabric.FabricProvider} implements the API; it is found through {@link
 * java.util.ServiceLoader}.
 */
package dev.weft.fabric;
