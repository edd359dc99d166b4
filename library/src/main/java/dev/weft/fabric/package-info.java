/**
 * libfabric's vocabulary: the objects that a program opens, what it asks of them, and what it reads
 * back. The C name opens the Javadoc of everything that has one.
 *
 * <pre>{@code
 * Fabrics.query(hints) ----------> FabricInfo         what can be opened, best first
 * Fabrics.open(info) ------------> Fabric
 *   |-- openWaitSet -------------> WaitSet            sleep on many at once
 *   |-- openSelector ------------> CompletionSelector ... that come and go
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
 * <p>What is opened last is closed first; an object that others depend on refuses with {@code
 * FI_EBUSY} and keeps working.
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
 * <p>The words come in four sorts:
 *
 * <ul>
 *   <li>objects: interfaces that extend {@link dev.weft.fabric.FabricObject};
 *   <li>attributes: immutable, with builders; judged by the call that opens, not by the builder;
 *   <li>views on native memory with the layout of C: {@link dev.weft.fabric.CompletionBatch},
 *       {@link dev.weft.fabric.ErrorCompletion}, {@link dev.weft.fabric.AddressBatch};
 *   <li>numbers: {@link dev.weft.fabric.Errno}, enums with their C value, and flags, one class per
 *       namespace because the same bit means different things in different places.
 * </ul>
 *
 * <p>Errors are of four kinds that never mix: <em>expected</em> is a negative {@link
 * dev.weft.fabric.Errno}; <em>operation failed</em> is an {@link dev.weft.fabric.ErrorCompletion};
 * <em>misuse</em> is an {@link java.lang.IllegalArgumentException}, an {@link
 * java.lang.IndexOutOfBoundsException} or an {@link java.lang.IllegalStateException}; <em>could not
 * set up</em> is a {@link dev.weft.fabric.FabricException}.
 *
 * <p>Who carries the words out is a {@link dev.weft.fabric.FabricProvider}, found through {@link
 * java.util.ServiceLoader}.
 */
package dev.weft.fabric;
