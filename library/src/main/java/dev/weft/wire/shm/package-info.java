/**
 * The wire between the processes of one user on one host: rings in mapped files, a byte through a
 * socket for who sleeps, and the kernel as witness of who lives. Pure Java; nothing to install.
 *
 * <pre>
 *   /dev/shm/                          or dev.weft.shm.folder, or WEFT_SHM_FOLDER
 *     weft-alice/                      one for each user, mode 0700
 *       orders/                        one for each fabric name
 *         server.lock                  locked while the port "server" lives
 *         server.sock                  where others call
 *         server.news                  how often others called or left, shared by all peers
 *         4711-1.lock, .sock, .news     a port that nobody named, of process 4711
 *         %memory-9ab0.lock, .0.memory memory that peers can map, and its owner
 *         %memory-9ab0.grants          which parts of it peers may touch by themselves
 *         server.815.link              a link to it, until it has mapped the file
 *
 *   port 4711-1                                                     port server
 *        |  makes and maps server.815.link                              |
 *        |  calls twice and says which file  ------------------------>  |  checks and maps it,
 *        |  sends at once                                               |  deletes its name
 *        |                                                              |
 *        +-- FrameWriter --> [ ring in the file ] --> FrameReader ------+
 *        +-- FrameReader <-- [ ring in the file ] <-- FrameWriter ------+
 *        +-- life: nothing is ever sent; its end is the peer's end -----+
 *        +-- bell: a byte, only when the peer sleeps -------------------+
 * </pre>
 *
 * <p>The kernel ends connections and locks of a process that dies, however it dies. What a dead
 * process left in the folder is deleted by whoever starts or stops next; a locked name is alive.
 *
 * <p>Whoever gets into the folder is the same user, and still nothing that a peer wrote is
 * believed: a caller that says anything wrong is sent away, a frame that no peer may write breaks
 * its link.
 *
 * <p>Memory is touched by who was granted it, and the owner waits for nobody but those inside:
 *
 * <pre>
 *   owner                       both map                        peer, at its end of a link
 *   register   --------->   [ grants: number, key, place ]  --> reads it once, maps the memory
 *                           [ link file: inside by number ] <-- says so, looks again, copies
 *   close: takes the number away, waits until nobody says it    ... says that it is outside
 * </pre>
 *
 * <p>A peer that connects while this side connects to it makes two links. Each side sends all of
 * its frames to the other through the first that it knew, and reads both.
 */
package dev.weft.wire.shm;
