/**
 * Completion queues for the JVM, with the semantics of libfabric's {@code fi_cq(3)} and of {@code
 * ibv_create_cq_ex(3)}.
 */
module dev.weft {
  exports dev.weft.rdmacm;
  exports dev.weft.fabric;
  exports dev.weft.fabric.attributes;
  exports dev.weft.fabric.completion;
  exports dev.weft.fabric.info;
  exports dev.weft.fabric.message;
  exports dev.weft.fabric.poll;
  exports dev.weft.futures;
  exports dev.weft.verbs;
  exports dev.weft.verbs.attributes;
  exports dev.weft.verbs.completion;
  exports dev.weft.verbs.work;

  uses dev.weft.fabric.FabricProvider;
  uses dev.weft.verbs.VerbsProvider;

  provides dev.weft.fabric.FabricProvider with
      dev.weft.provider.fabric.LoopbackProvider,
      dev.weft.provider.fabric.ShmProvider;
  provides dev.weft.verbs.VerbsProvider with
      dev.weft.provider.verbs.LoopbackVerbsProvider,
      dev.weft.provider.verbs.ShmVerbsProvider;
}
