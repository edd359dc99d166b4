/**
 * What queues deliver: completions ({@code fi_cq_entry} and its longer forms), errors ({@code
 * fi_cq_err_entry}), events ({@code fi_eq_entry}) and source addresses, with their flags.
 *
 * <p>Batches and entries are views on native memory with the layout of C. A program allocates them
 * once and reuses them for every read.
 */
package dev.weft.fabric.completion;
