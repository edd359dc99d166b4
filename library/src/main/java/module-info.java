/** Completion queues for the JVM, with the semantics of libfabric's {@code fi_cq(3)}. */
module dev.weft {
  exports dev.weft.fabric;
  exports dev.weft.operation;

  uses dev.weft.fabric.FabricProvider;

  provides dev.weft.fabric.FabricProvider with
      dev.weft.software.fabric.LoopbackProvider,
      dev.weft.software.fabric.ShmProvider;
}
