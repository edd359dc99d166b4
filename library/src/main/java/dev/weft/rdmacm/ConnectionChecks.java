package dev.weft.rdmacm;

import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.DeviceAttributes;

/** What the calls of a connection require of their arguments. */
final class ConnectionChecks {
  private ConnectionChecks() {}

  static void require(boolean holds, String call, String hint) {
    if (!holds) {
      throw new VerbsException(VerbsErrno.EINVAL, call, "not in this state", hint);
    }
  }

  /** At most as many outstanding reads as the device supports. */
  static void requireReads(String call, QueuePair pair, ConnectionParameters parameters) {
    DeviceAttributes device = pair.verbs().queryDevice();
    int serves = device.maxQpReadAtomic();
    int begins = device.maxQpInitiatedReadAtomic();
    if (parameters.responderResources() > serves || parameters.initiatorDepth() > begins) {
      String detail =
          "responder_resources=%d, allowed 0..%d, initiator_depth=%d, allowed 0..%d"
              .formatted(
                  parameters.responderResources(), serves, parameters.initiatorDepth(), begins);
      throw new VerbsException(VerbsErrno.EINVAL, call, detail, "");
    }
  }

  /** A copy that can be sent; empty for null. */
  static byte[] privateData(byte[] given) {
    if (given == null) {
      return new byte[0];
    }
    if (given.length > CmChannel.MAX_PRIVATE_DATA) {
      throw new IllegalArgumentException(
          "privateData=%d bytes, allowed up to %d bytes"
              .formatted(given.length, CmChannel.MAX_PRIVATE_DATA));
    }
    return given.clone();
  }
}
