/**
 * The measurements of {@code weft perf}.
 *
 * <pre>
 *   PerfCommand --> plan.PerfPlan --> PerfRun        one TestCase after the other
 *                                    /       \
 *                        LocalRun              PerfClient &lt;= ControlChannel =&gt; PerfServer
 *                        two ends here         one end here         one end in its process
 *                                    \       /
 *                                  traffic.Worker    posts to a port.Port
 *                                        |
 *                                plan.PerfResult --> report
 * </pre>
 *
 * <p>{@code machine} measures what the figures depend on. Imports run one way: this package, {@code
 * traffic}, {@code port}, {@code plan}.
 */
package dev.weft.cli.perf;
