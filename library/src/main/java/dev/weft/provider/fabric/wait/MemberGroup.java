package dev.weft.provider.fabric.wait;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Up to 64 members, and a bit for each that is active.
 *
 * <p>One thread at a time adds and removes members; any thread may call the other methods. A member
 * is stored before its bit is set, so whoever sees the bit sees the member, or null once it was
 * removed.
 */
final class MemberGroup<M extends ActiveMember> {
  static final int SIZE = Long.SIZE;

  private static final VarHandle ACTIVE;

  static {
    try {
      ACTIVE = MethodHandles.lookup().findVarHandle(MemberGroup.class, "active", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The number of the member with index 0. */
  final int first;

  private final MemberEntry<?>[] entries = new MemberEntry<?>[SIZE];
  private volatile long active;

  /** A group without members. */
  MemberGroup(int first) {
    this.first = first;
  }

  /** The first active member from this index on; null if there is none. */
  MemberEntry<M> next(int from) {
    return firstOf(active & -1L << from);
  }

  /** The first active member behind this index; null if there is none. */
  MemberEntry<M> after(int index) {
    return firstOf(active & -2L << index);
  }

  private MemberEntry<M> firstOf(long bits) {
    for (long rest = bits; rest != 0; rest &= rest - 1) {
      MemberEntry<M> entry = get(Long.numberOfTrailingZeros(rest));
      if (entry != null) { // else an event came while the member was removed
        return entry;
      }
    }
    return null;
  }

  @SuppressWarnings("unchecked") // set() is given entries of this type only
  private MemberEntry<M> get(int index) {
    return (MemberEntry<M>) entries[index];
  }

  /** The first index without a member; -1 if there is none. */
  int free() {
    for (int i = 0; i < SIZE; i++) {
      if (entries[i] == null) {
        return i;
      }
    }
    return -1;
  }

  /** All members. For the thread that adds and removes. */
  Stream<M> members() {
    return IntStream.range(0, SIZE)
        .mapToObj(this::get)
        .filter(Objects::nonNull)
        .map(MemberEntry::member);
  }

  /** Stores a member, or null. */
  void set(int index, MemberEntry<M> entry) {
    entries[index] = entry;
  }

  /** How many members are active. */
  int activeMembers() {
    return Long.bitCount(active);
  }

  void activate(int index) {
    ACTIVE.getAndBitwiseOr(this, 1L << index);
  }

  void deactivate(int index) {
    ACTIVE.getAndBitwiseAnd(this, ~(1L << index));
  }
}
