package dev.weft.wire.shm;

import dev.weft.wire.FrameRing;
import dev.weft.wire.LayoutVersion;

/**
 * Layout of the mapped files and of the handshake. All of their offsets are defined here. The magic
 * and the version of port files and handshakes stay where they are in all versions.
 *
 * <pre>
 * link file  0 +-----------------------------------+
 *              | magic "WEFTLINK"                  |
 *            8 +-----------------+-----------------+
 *              | version 32      | zero         32 |
 *           16 +-----------------+-----------------+
 *              | bytes of frames in each ring      |  a power of two
 *           24 +-----------------------------------+
 *              | number of the link, random        |
 *           32 +-----------------------------------+
 *              | address of the initiator          |  length 16, then UTF-8
 *         1056 +-----------------------------------+
 *              | address of the acceptor           |  length 16, then UTF-8
 *         2080 +-----------------------------------+
 *              | 1 once the initiator has left     |
 *         2088 +-----------------------------------+
 *              | 1 once the acceptor has left      |
 *         2096 +-----------------------------------+
 *              | incarnation of the initiator      |  see PortListener
 *         2176 +-----------------------------------+
 *              | grant that the initiator accesses |  a grant's number, or 0
 *         2304 +-----------------------------------+
 *              | grant that the acceptor accesses  |
 *         4096 +-----------------------------------+
 *              | FrameRing initiator to acceptor   |
 *              +-----------------------------------+
 *              | FrameRing acceptor to initiator   |
 *              +-----------------------------------+
 *
 * port file  0 +-----------------------------------+
 *              | magic "WEFTPORT"                  |
 *            8 +-----------------------------------+
 *              | owner of the grants, 0: none      |
 *           16 +-----------------------------------+
 *              | refused ops  32 | version      32 |  bits; ShmLayout.VERSION
 *           24 +-----------------------------------+
 *              | who may use the grants, see Port  |
 *           32 +-----------------------------------+
 *              | incarnation, see PortListener     |
 *           40 +-----------------------------------+
 *              | number of the process             |  see ProcessIdentity
 *           48 +-----------------------------------+
 *              | address of its word               |
 *           56 +-----------------------------------+
 *              | the word                          |
 *           64 +-----------------------------------+
 *              | count of connects and leaves      |
 *          128 +-----------------------------------+
 *
 * grants     0 +-----------------------------------+
 *              | magic "WEFTGRNT"                  |
 *           64 +-----------------------------------+
 *              | number of the grant, 0: revoked   |  once for each of 1,024 places
 *              | key                               |
 *              | file of its memory                |
 *              | offset in the file                |
 *              | bytes                             |
 *              | access bits                       |
 *              | address of its first byte         |
 *              | zero                           64 |
 *        65600 +-----------------------------------+
 *
 * handshake  0 +-----------------------------------+
 *              | magic "WEFTHAND"                  |
 *            8 +-----------------+-----------------+
 *              | version 32      | role         32 |  0 liveness, 1 wake
 *           16 +-----------------+-----------------+
 *              | number of the link                |
 *           24 +-----------------------------------+
 *              | name of the link file             |  length 16, then ASCII
 *          512 +-----------------------------------+
 * </pre>
 */
final class ShmLayout {
  static final int VERSION = LayoutVersion.OWN;

  static final long LINK_MAGIC = 0x5745_4654_4c49_4e4bL;
  static final long MAGIC = 0;
  static final long VERSION_AT = 8;
  static final long CAPACITY = 16;
  static final long NUMBER = 24;
  static final long INITIATOR = 32;
  static final long ACCEPTOR = 1056;
  static final long INITIATOR_LEFT = 2080;
  static final long ACCEPTOR_LEFT = 2088;
  static final long INITIATOR_INCARNATION = 2096;
  static final long INITIATOR_ACCESS = 2176;
  static final long ACCEPTOR_ACCESS = 2304;
  static final long RINGS = 4096;

  static final long PORT_MAGIC = 0x5745_4654_504f_5254L;
  static final long PORT_GRANTS = 8;
  static final long PORT_REFUSALS = 16;
  static final long PORT_VERSION = 20;
  static final long PORT_ADMITTED = 24;
  static final long PORT_INCARNATION = 32;
  static final long PORT_PROCESS = 40;
  static final long PORT_WORD_ADDRESS = 48;
  static final long PORT_WORD = 56;
  static final long PORT_COUNT = 64;
  static final long PORT_BYTES = 128;

  static final long GRANTS_MAGIC = 0x5745_4654_4752_4e54L;
  static final int GRANT_PLACES = 1024;
  static final long GRANTS = 64;
  static final long GRANT_BYTES = 64;
  static final long GRANT_NUMBER = 0;
  static final long GRANT_KEY = 8;
  static final long GRANT_FILE = 16;
  static final long GRANT_OFFSET = 24;
  static final long GRANT_LENGTH = 32;
  static final long GRANT_ACCESS = 40;
  static final long GRANT_BASE = 48;
  static final long GRANTS_BYTES = GRANTS + GRANT_PLACES * GRANT_BYTES;

  static final long HANDSHAKE_MAGIC = 0x5745_4654_4841_4e44L;
  static final int HANDSHAKE_BYTES = 512;

  private ShmLayout() {}

  static long linkBytes(long capacity) {
    return RINGS + 2 * FrameRing.bytesFor(capacity);
  }

  /** The bytes of frames in each ring of a link file of so many bytes, or -1. */
  static long ringCapacity(long linkBytes) {
    long both = linkBytes - linkBytes(0);
    return both >= 0 && both % 2 == 0 ? both / 2 : -1;
  }
}
