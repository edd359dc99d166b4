/**
 * Events that wait until a program gets and acknowledges them.
 *
 * <pre>
 *   EventRelay --> AsyncEvents --> EventFifo     ibv_get_async_event
 *                                  EventFifo     ibv_get_cq_event, one for each channel
 *   EventAcks                      events got and not acked: destruction waits
 * </pre>
 */
package dev.weft.provider.verbs.event;
