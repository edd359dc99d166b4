/**
 * Peers are killed at random points; all operations towards them end, and those between processes
 * that are not killed are not disturbed.
 *
 * <pre>
 *   KillRun --> KillTester ...          meets processes of one name, one after the other
 *      |        MessageKillTest   &lt;== messages ==&gt;   a KilledPeer
 *      |        RequestKillTest   &lt;== requests ==&gt;
 *   PeerPool                            starts the next ones ahead, after a WarmUp
 *   Bystanders                          exchange the same meanwhile, never killed
 * </pre>
 */
package dev.weft.cli.soak.kill;
