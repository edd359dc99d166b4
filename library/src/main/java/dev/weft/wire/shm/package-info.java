/**
 * The wire between processes of one user on one host: rings in mapped files, socket bytes that wake
 * sleeping threads, and connections and file locks that detect the death of a process. Pure Java;
 * nothing to install.
 *
 * <pre>
 *   /dev/shm/                          or dev.weft.shm.folder, or WEFT_SHM_FOLDER
 *     weft-alice/                      one for each user, mode 0700
 *       orders/                        one for each fabric name
 *         server.lock                  locked while the port "server" lives
 *         server.lock.4f1b             a name for moments, of a process that tries to lock it
 *         server.sock                  where others connect
 *         server.port                  count of connects and leaves, shared by all peers
 *         4711-1.lock, .sock, .port     a port with a generated name, of process 4711
 *         %memory-9ab0.lock, .0.memory memory that peers can map, and its owner
 *         %memory-9ab0.grants          the regions that peers access directly
 *         server.815.link              a link to it, until it has mapped the file
 *
 *   port 4711-1                                                     port server
 *        |  makes and maps server.815.link                              |
 *        |  connects twice, handshake names the file  --------------->  |  checks and maps it,
 *        |  sends at once                                               |  deletes its name
 *        |                                                              |
 *        +-- FrameWriter --> [ ring in the file ] --> FrameReader ------+
 *        +-- FrameReader <-- [ ring in the file ] <-- FrameWriter ------+
 *        +-- liveness: nothing is sent; it ends when the peer does -----+
 *        +-- wake: a byte, only when the peer sleeps -------------------+
 * </pre>
 *
 * <p>The files and their owners are in {@code dev.weft.wire.shm.folder}.
 *
 * <p>The kernel ends the connections and locks of a process that dies in any way. Files of a dead
 * process are deleted by the next process that opens or closes a port; a locked name is in use.
 *
 * <p>Only the same user can access the folder, yet everything that a peer writes is checked: an
 * invalid handshake is rejected, and an invalid frame breaks its link.
 *
 * <p>Peers access granted regions directly, and closing a region waits only for current accesses:
 *
 * <pre>
 *   owner                       both map                        peer, at its end of a link
 *   register   --------->   [ grants: number, key, place ]  --> reads it once, maps the memory
 *                           [ link file: grant in access  ] <-- sets it, checks again, copies
 *   close: clears the number, waits until no link has it       ... clears it
 * </pre>
 *
 * <p>If two ports connect to each other at the same time, there are two links. Each side sends all
 * frames through the first one it knew, and reads both.
 */
package dev.weft.wire.shm;
