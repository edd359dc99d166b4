/**
 * {@code weft top}: shows the queues and links of a running process, which needs no preparation.
 *
 * <pre>
 *   this process                                  the watched process
 *   DiagnosticCommand -- jcmd PID JFR.start --->  Flight Recorder, with two events of the library
 *                                                    | once per interval
 *   EventStream  &lt;-- reads ---------------------   its repository, a folder
 *        |
 *   Statistics --> StatisticsTable
 *   DiagnosticCommand -- jcmd PID JFR.stop ---->  as before
 * </pre>
 */
package dev.weft.cli.top;
