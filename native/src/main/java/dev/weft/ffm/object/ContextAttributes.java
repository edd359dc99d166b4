package dev.weft.ffm.object;

import dev.weft.fabric.info.ReceiveAttributes;
import dev.weft.fabric.info.TransmitAttributes;

/** Attributes of contexts: what is 0 in those that are asked for is what the provider offers. */
final class ContextAttributes {
  private ContextAttributes() {}

  static TransmitAttributes filled(TransmitAttributes wanted, TransmitAttributes offered) {
    return wanted.toBuilder()
        .capabilities(orElse(wanted.capabilities(), offered.capabilities()))
        .size(orElse(wanted.size(), offered.size()))
        .injectSize(orElse(wanted.injectSize(), offered.injectSize()))
        .ioVectorLimit(orElse(wanted.ioVectorLimit(), offered.ioVectorLimit()))
        .remoteIoVectorLimit(orElse(wanted.remoteIoVectorLimit(), offered.remoteIoVectorLimit()))
        .build();
  }

  static ReceiveAttributes filled(ReceiveAttributes wanted, ReceiveAttributes offered) {
    return wanted.toBuilder()
        .capabilities(orElse(wanted.capabilities(), offered.capabilities()))
        .size(orElse(wanted.size(), offered.size()))
        .ioVectorLimit(orElse(wanted.ioVectorLimit(), offered.ioVectorLimit()))
        .build();
  }

  private static long orElse(long wanted, long offered) {
    return wanted == 0 ? offered : wanted;
  }
}
