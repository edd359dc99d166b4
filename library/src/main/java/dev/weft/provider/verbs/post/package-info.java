/** Translates posted work requests into requests of the queue pair engine, and posts them. */
package dev.weft.provider.verbs.post;
