/** Races of verbs' queues, channels and their ends. */
package dev.weft.provider.verbs;
