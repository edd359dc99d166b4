/**
 * Completion queues for the JVM, with the semantics of libfabric's {@code fi_cq(3)} and of {@code
 * ibv_create_cq_ex(3)}.
 */
module dev.weft {
  exports dev.weft.connection;
  exports dev.weft.fabric;
  exports dev.weft.operation;
  exports dev.weft.verbs;

  uses dev.weft.fabric.FabricProvider;
  uses dev.weft.verbs.VerbsProvider;

  provides dev.weft.fabric.FabricProvider with
      dev.weft.software.fabric.LoopbackProvider,
      dev.weft.software.fabric.ShmProvider;
  provides dev.weft.verbs.VerbsProvider with
      dev.weft.software.verbs.LoopbackDevices,
      dev.weft.software.verbs.ShmDevices;
}
