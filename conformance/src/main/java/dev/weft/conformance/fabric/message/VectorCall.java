package dev.weft.conformance.fabric.message;

/** A call that moves the bytes of lists of buffers. */
enum VectorCall {
  SEND(Kind.MESSAGE),
  SENDV(Kind.MESSAGE),
  SENDMSG(Kind.MESSAGE),
  SENDDATA(Kind.MESSAGE),
  INJECT(Kind.MESSAGE),
  TSEND(Kind.TAGGED),
  TSENDV(Kind.TAGGED),
  TSENDMSG(Kind.TAGGED),
  TSENDDATA(Kind.TAGGED),
  TINJECT(Kind.TAGGED),
  READ(Kind.READ),
  READV(Kind.READ),
  READMSG(Kind.READ),
  WRITE(Kind.WRITE),
  WRITEV(Kind.WRITE),
  WRITEMSG(Kind.WRITE),
  WRITEDATA(Kind.WRITE),
  ATOMIC(Kind.ATOMIC),
  ATOMICV(Kind.ATOMIC),
  ATOMICMSG(Kind.ATOMIC),
  FETCH_ATOMIC(Kind.ATOMIC),
  FETCH_ATOMICV(Kind.ATOMIC),
  FETCH_ATOMICMSG(Kind.ATOMIC),
  COMPARE_ATOMIC(Kind.ATOMIC),
  COMPARE_ATOMICV(Kind.ATOMIC),
  COMPARE_ATOMICMSG(Kind.ATOMIC);

  /** The kind of transfer. */
  enum Kind {
    MESSAGE,
    TAGGED,
    READ,
    WRITE,
    ATOMIC
  }

  final Kind kind;

  VectorCall(Kind kind) {
    this.kind = kind;
  }

  /** Whether it takes more than one buffer. */
  boolean takesLists() {
    return name().endsWith("V") || name().endsWith("MSG");
  }

  boolean isMessage() {
    return kind == Kind.MESSAGE || kind == Kind.TAGGED;
  }

  boolean isInject() {
    return this == INJECT || this == TINJECT;
  }

  /** Whether it takes a list of ranges of the peer's memory. */
  boolean hasRemoteList() {
    return !isMessage() && name().endsWith("MSG");
  }

  boolean fetches() {
    return name().startsWith("FETCH") || compares();
  }

  boolean compares() {
    return name().startsWith("COMPARE");
  }
}
