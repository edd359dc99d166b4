/**
 * The installed libfabric behind {@code dev.weft.fabric}, and the installed libibverbs behind
 * {@code dev.weft.verbs}, through {@code java.lang.foreign}.
 */
module dev.weft.ffm {
  requires transitive dev.weft;

  provides dev.weft.fabric.FabricProvider with
      dev.weft.ffm.OfiProvider;
  provides dev.weft.verbs.VerbsProvider with
      dev.weft.ffm.ibverbs.IbvProvider;
  provides dev.weft.wait.WaitDescriptorProvider with
      dev.weft.ffm.wait.PipeDescriptorProvider;
  provides dev.weft.wire.process.ProcessMemoryProvider with
      dev.weft.ffm.process.VmReadProvider;
}
