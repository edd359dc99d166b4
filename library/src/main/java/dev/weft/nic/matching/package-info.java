/**
 * Matches incoming messages with posted receives.
 *
 * <pre>
 *   EagerFastPath           a whole message into the receive posted first
 *   Receiver                everything else
 *     ReceiveMatcher        posted receives, kept and claimed messages; beyond 32
 *                           ReceiveIndex finds receives by tag and source, and
 *                           UnexpectedMessages finds messages by tag
 *     KeptMessages          messages without a receive, or without room; MessageStore
 *                           holds their memory
 *     SharedReceives        receives that several endpoints share
 *     Deliveries            a matched message on its way into memory
 *     ReceiveCompletions    reports each receive
 * </pre>
 */
package dev.weft.nic.matching;
