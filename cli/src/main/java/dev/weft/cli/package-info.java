/** The {@code weft} command: one class for each subcommand. */
package dev.weft.cli;
