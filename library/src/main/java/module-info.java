/**
 * Completion queues for the JVM, with the semantics of libfabric's {@code fi_cq(3)} and of {@code
 * ibv_create_cq_ex(3)}.
 */
module dev.weft {
  exports dev.weft.rdmacm;
  exports dev.weft.fabric;
  exports dev.weft.futures;
  exports dev.weft.verbs;

  uses dev.weft.fabric.FabricProvider;
  uses dev.weft.verbs.VerbsProvider;

  provides dev.weft.fabric.FabricProvider with
      dev.weft.provider.fabric.LoopbackProvider,
      dev.weft.provider.fabric.ShmProvider;
  provides dev.weft.verbs.VerbsProvider with
      dev.weft.provider.verbs.LoopbackVerbsProvider,
      dev.weft.provider.verbs.ShmVerbsProvider;
}
