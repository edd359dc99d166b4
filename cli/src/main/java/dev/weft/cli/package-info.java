/**
 * The {@code weft} command: one class for each subcommand.
 *
 * <pre>
 *   Main --+--> PerfCommand --> perf   measures   --+
 *          |                                        +--> report   shows
 *          +--> InfoCommand --> Fabrics.explain   --+
 *          +--> ConformanceCommand --> ConformanceKit
 * </pre>
 */
package dev.weft.cli;
