/**
 * Agrees on a connection between two endpoints of type {@code FI_EP_MSG}.
 *
 * <pre>
 *   ConnectionRequester --frames--> ConnectionListener     each with a ConnectionPort of its own
 *                        ConnectionFrame
 * </pre>
 */
package dev.weft.nic.connection;
