package dev.weft.ffm.operation;

/** Stands for the endpoint that posted an operation. */
public final class OperationOwner {

  /** Stands for one endpoint. */
  public OperationOwner() {}
}
