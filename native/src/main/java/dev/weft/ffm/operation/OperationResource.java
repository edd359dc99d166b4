package dev.weft.ffm.operation;

/** What an operation uses until it ends. */
public interface OperationResource {

  /** The operation does not use it any more; called once for each use. */
  void endUse();
}
