/**
 * One end of a measurement on either API.
 *
 * <pre>
 *   TestFabric          a fabric of libfabric's API, or a device of verbs
 *      |  open
 *     Port              posts, reads one queue, enters each operation in a ledger
 *      |
 *   FabricPort, VerbsPort
 * </pre>
 */
package dev.weft.cli.perf.port;
