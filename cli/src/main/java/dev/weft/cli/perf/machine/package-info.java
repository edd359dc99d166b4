/**
 * What a figure depends on besides the fabric: the distance of two processors, their speed, the
 * compiler of the virtual machine, and the heap bytes that a thread allocates.
 */
package dev.weft.cli.perf.machine;
