/**
 * Connection management and its events ({@code fi_cm(3)}, {@code fi_eq(3)}).
 *
 * <pre>
 *   SoftwareEventQueue            reads drive each EventSource that is bound:
 *     SoftwarePassiveEndpoint       ConnectionListener, SoftwareConnectionRequest
 *     endpoint.Connection           ConnectionRequester, of an endpoint of type FI_EP_MSG
 * </pre>
 */
package dev.weft.provider.fabric.connection;
