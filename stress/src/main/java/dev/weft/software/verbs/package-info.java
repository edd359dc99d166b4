/** Races of verbs' queues, channels and their ends. */
package dev.weft.software.verbs;
