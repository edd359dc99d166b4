package dev.weft.ffm.linker;

import java.lang.foreign.Linker;

/** Whether this module may call C. */
public final class NativeAccess {
  private NativeAccess() {}

  /** Why this function of the C library cannot be called, and what to type; null if it can. */
  public static String obstacle(String function) {
    Module module = NativeAccess.class.getModule();
    if (!module.isNativeAccessEnabled()) {
      return "no native access; type java --enable-native-access=" + name(module);
    }
    return Linker.nativeLinker().defaultLookup().find(function).isEmpty()
        ? "the C library has no " + function + ", or no file was left to open it at the first use"
        : null;
  }

  /** The name of a module on the command line. */
  static String name(Module module) {
    return module.isNamed() ? module.getName() : "ALL-UNNAMED";
  }
}
