package dev.weft.futures;

import dev.weft.fabric.Errno;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The table of explanations: meaning, likely causes and next step of every error that a completion
 * can carry.
 */
final class Explanations {
  private static final Map<Integer, Explanation> ALL = new HashMap<>();

  static {
    explainEndings();
    explainMessages();
    explainMemory();
    explainOwnMemory();
    explainPeers();
    explainConnections();
    explainNetworks();
    explainPosts();
  }

  private Explanations() {}

  static Explanation of(int error) {
    Explanation known = ALL.get(error);
    return known != null
        ? known
        : explanation(
            error,
            Errno.strerror(error) + ". Weft itself never ends an operation with it.",
            "Read what the provider says: Failure.providerText.",
            "the provider passed an error of its network or system on");
  }

  static boolean isKnown(int error) {
    return ALL.containsKey(error);
  }

  private static Explanation explanation(
      int error, String meaning, String nextStep, String... likelyCauses) {
    return new Explanation(error, Errno.name(error), meaning, List.of(likelyCauses), nextStep);
  }

  private static void add(int error, String meaning, String nextStep, String... likelyCauses) {
    ALL.put(error, explanation(error, meaning, nextStep, likelyCauses));
  }

  private static void explainEndings() {
    add(
        Errno.ECANCELED,
        "The operation was given up before it took effect. No data was moved; the buffer is free.",
        "Nothing, if the end was intended. Else find the cancel or close, and post again.",
        "cancel was called with this context, or its future was cancelled",
        "the endpoint was closed while the operation was pending");
    add(
        Errno.EINTR,
        "The thread was interrupted while it waited for room to post. Nothing was done.",
        "Nothing, if the interrupt was intended. Else post again.",
        "the thread is stopped, or an executor is shut down");
    add(
        Errno.EOVERRUN,
        "A queue had no room for a completion.",
        "Open the queue with a larger size, or read it more often.",
        "more operations were outstanding than the queue holds");
    add(
        Errno.EIO,
        "The transfer failed; the provider has no more specific number.",
        "Treat the data as not delivered; read what the provider says: Failure.providerText.",
        "the connection or the memory shared with the peer is damaged");
    add(
        Errno.EOTHER,
        "The provider failed for a reason that has no number.",
        "Read what the provider says: Failure.providerText.",
        "see the provider's own number, Failure.providerError");
  }

  private static void explainMessages() {
    add(
        Errno.ETRUNC,
        "The message was longer than the receive's buffer. The first bytes lie in the buffer; "
            + "Failure.overflow says how many found no room and are lost.",
        "Post larger buffers, or send the length first; the sender has to send again.",
        "sender and receiver disagree about the size of a message",
        "a message matched a receive that was meant for another one (tag, ignore mask, order)");
    add(
        Errno.ENOMSG,
        "No message has arrived that matches what was peeked for or claimed.",
        "Progress (read the queue), and peek again.",
        "the message is still under way",
        "tag, ignore mask or source differ from the sender's",
        "a posted receive has taken it");
    add(
        Errno.EADDRNOTAVAIL,
        "A message came from a peer that the address vector does not have (FI_SOURCE_ERR). "
            + "The data lies in the buffer; the error data holds the sender's raw address.",
        "Insert the address from ErrorCompletion.errorData into the vector, then answer.",
        "a new client sends its first message",
        "the peer was removed from the vector while its message was under way");
    add(
        Errno.ENORX,
        "The peer had no receive posted for the message.",
        "Have the receiver post more receives, or send again later.",
        "the receiver posts too few buffers, or reads its queue too seldom");
    add(
        Errno.ENOBUFS,
        "There was no memory to keep the message in until its receive.",
        "Post receives earlier, or send less at once.",
        "many long messages came before their receives");
    add(
        Errno.EMSGSIZE,
        "The message is longer than the endpoint can send.",
        "Split it: EndpointAttributes.maxMessageSize, or TransmitAttributes.injectSize.",
        "an injected message is above the inject size");
  }

  private static void explainMemory() {
    add(
        Errno.EACCES,
        "The peer does not allow this: its region does not grant the access, or its endpoint lacks "
            + "the capability. Its memory is untouched.",
        "Compare offset, length and kind of access with how the peer registered the region and "
            + "opened its endpoint.",
        "offset plus length reaches beyond the region",
        "the region was registered without REMOTE_READ or REMOTE_WRITE",
        "the peer's endpoint was opened without FI_REMOTE_READ, FI_REMOTE_WRITE or FI_RECV");
    add(
        Errno.ENOKEY,
        "The peer has no region with this key. Its memory is untouched.",
        "Ask the peer for the key of its region, once it is registered.",
        "the region was closed, or is not registered yet",
        "the key belongs to another domain, or to a peer before its restart");
    add(
        Errno.EKEYREJECTED,
        "The key is not valid for this region or peer. Its memory is untouched.",
        "Ask the peer for the key of its region.",
        "the key is out of date, or belongs to another domain");
  }

  private static void explainOwnMemory() {
    add(
        Errno.EFAULT,
        "The operation's own buffer could not be accessed any more. What was moved until then is "
            + "undefined.",
        "Keep buffers open until the completion; LeasedBuffer sees to it.",
        "the arena of the buffer was closed while the operation was under way");
    add(
        Errno.ENOMEM,
        "There was no memory left to carry the operation out.",
        "Give the process more memory, or keep fewer operations outstanding.",
        "too many operations at once");
    add(
        Errno.EMFILE,
        "This process has no file descriptor left for the link to the peer. Nothing was sent.",
        "Allow more files with ulimit -n, or close some; then post again.",
        "each peer in another process takes descriptors",
        "files, sockets or endpoints are opened and never closed");
    add(
        Errno.ENOSPC,
        "The folder of shared memory has no room for the link to the peer. Nothing was sent.",
        "Free some of /dev/shm, or name another folder: -Ddev.weft.shm.folder; then post again.",
        "the file system is small, as in containers, or full of other files",
        "there are many peers in other processes");
    add(
        Errno.ENOMR,
        "No more memory can be registered.",
        "Close unused regions, or register one large one.",
        "a region is registered for each operation");
  }

  private static void explainPeers() {
    add(
        Errno.EHOSTUNREACH,
        "No endpoint has the destination's address. Nothing was sent.",
        "Start the peer, or insert its present address (Endpoint.name) into the vector.",
        "the peer is not started yet, or is closed",
        "the address belongs to another fabric, or is misspelt",
        "the peer uses another version of Weft: Failure.providerText names both");
    add(
        Errno.ECONNRESET,
        "The peer left, or died, while the operation was under way. Whether the peer has seen the "
            + "data is unknown.",
        "Drop what belongs to this peer; connect again once it is back.",
        "the peer closed its endpoint before it received the message",
        "the peer's process was killed");
    add(
        Errno.EPROTO,
        "The peer violated the protocol.",
        "Treat the peer as broken; check that both sides run compatible versions.",
        "the memory shared with the peer was corrupted",
        "the two sides run incompatible versions");
    add(
        Errno.EREMOTEIO,
        "The peer could not carry the operation out.",
        "Look for the error at the peer.",
        "the peer's memory or device failed");
  }

  private static void explainConnections() {
    add(
        Errno.ECONNABORTED,
        "The connection was given up while the operation was under way.",
        "Connect again.",
        "the connection was shut down on this side");
    add(
        Errno.ENOTCONN,
        "The endpoint is not connected.",
        "Connect, and wait for FI_CONNECTED, before posting.",
        "the connection has not been made yet, or is closed");
    add(
        Errno.ESHUTDOWN,
        "The connection was shut down.",
        "Connect again, or close the endpoint.",
        "the peer or this side called shutdown");
    add(
        Errno.ECONNREFUSED,
        "The peer refused the connection.",
        "Read the reason of the peer in the error data.",
        "no endpoint listens, or the listener rejected");
  }

  private static void explainNetworks() {
    add(
        Errno.ETIMEDOUT,
        "The peer did not answer in time. Whether it has seen the data is unknown.",
        "See whether the peer is alive and reads its queues; then try again.",
        "the peer does not drive progress: no thread reads its queues",
        "the peer or the network hangs");
    for (int error : new int[] {Errno.ENETDOWN, Errno.ENETUNREACH, Errno.EHOSTDOWN}) {
      add(
          error,
          "The peer cannot be reached over the network. Nothing is known to have arrived.",
          "Check the network between the hosts, then try again.",
          "a link, interface or host is down");
    }
  }

  private static void explainPosts() {
    add(
        Errno.EINVAL,
        "The operation was refused: an argument is invalid. Nothing was done.",
        "Compare destination, flags and operation with what the endpoint offers.",
        "the address vector does not have the destination",
        "an atomic operation does not exist for its datatype");
    add(
        Errno.EOPNOTSUPP,
        "The endpoint does not do such operations. Nothing was done.",
        "Request the capability in the hints of Fabrics.getInfo.",
        "the endpoint was opened without the capability");
    add(
        Errno.EBADFLAGS,
        "The operation was refused: a flag is not allowed here. Nothing was done.",
        "Leave the flag out.",
        "a flag of another call or of another kind of operation");
    add(
        Errno.EOPBADSTATE,
        "The operation was refused: the endpoint is not enabled. Nothing was done.",
        "Bind queues and address vector, then call enable.",
        "enable was forgotten");
  }
}
