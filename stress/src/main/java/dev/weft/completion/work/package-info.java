/** Races of the queue of work completions. */
package dev.weft.completion.work;
