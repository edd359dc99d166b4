/**
 * What the processes of a soak run exchange, and how a run begins and ends.
 *
 * <pre>
 *   SoakPorts            SoakPair                  endpoints, queue pairs
 *       |                   |
 *   MessageTraffic,      NumberedRequests          each number once, every byte compared
 *   RmaTraffic
 *            \          /
 *            GuardedRegion                         the bytes around it stay as they are
 *
 *   SoakPeer             prepares a process that was started
 *   StopCondition        the end of a run, or its first SoakFailure
 *   PhaseLine            the line of output about it
 * </pre>
 */
package dev.weft.cli.soak.traffic;
