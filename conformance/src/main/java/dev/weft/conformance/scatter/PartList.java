package dev.weft.conformance.scatter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A scatter/gather list over one buffer: its parts in the order of the list. The parts do not
 * overlap, lie in any order in the buffer, and have at least one byte between them.
 *
 * <p>The methods with arrays are the reference that a provider is compared with.
 */
public record PartList(List<Part> parts) {

  /** Bytes of the buffer that lists never use, reserved for the kit. */
  public static final int RESERVED = 16;

  private static final int MAX_GAP = 9;

  /** One element of the list. */
  public record Part(int offset, int length) {
    @Override
    public String toString() {
      return length + "@" + offset;
    }
  }

  /**
   * Parts of these lengths, one behind the other with one byte between them, from an odd offset on.
   */
  public static PartList of(int... lengths) {
    List<Part> parts = new ArrayList<>();
    int offset = RESERVED + 1;
    for (int length : lengths) {
      parts.add(new Part(offset, length));
      offset += length + 1;
    }
    return new PartList(List.copyOf(parts));
  }

  /** Parts of these lengths at random places of a buffer of this many bytes. */
  public static PartList placed(Random random, int bytes, int... lengths) {
    int[] gaps = random.ints(lengths.length, 1, MAX_GAP + 1).toArray();
    int used = RESERVED + Arrays.stream(gaps).sum() + Arrays.stream(lengths).sum();
    int offset = RESERVED + random.nextInt(bytes - used);
    List<Integer> order = new ArrayList<>(IntStream.range(0, lengths.length).boxed().toList());
    Collections.shuffle(order, random);
    Part[] parts = new Part[lengths.length];
    for (int i : order) {
      offset += gaps[i];
      parts[i] = new Part(offset, lengths[i]);
      offset += lengths[i];
    }
    return new PartList(List.of(parts));
  }

  /** The list of the parts from one index to another. */
  public PartList part(int from, int until) {
    return new PartList(List.copyOf(parts.subList(from, until)));
  }

  /** Splits a total into this many lengths, none of them 0 unless the total is too small. */
  public static int[] split(Random random, int count, int total) {
    int[] lengths = new int[Math.clamp(total, 1, count)];
    Arrays.fill(lengths, total == 0 ? 0 : 1);
    for (int left = total - Arrays.stream(lengths).sum(); left > 0; ) {
      int more = 1 + random.nextInt(left);
      lengths[random.nextInt(lengths.length)] += more;
      left -= more;
    }
    return lengths;
  }

  /** Random lengths from 0 to the longest. */
  public static int[] lengths(Random random, int count, int longest) {
    return random.ints(count, 0, longest + 1).toArray();
  }

  /** Random lengths that add up to at least a total. */
  public static int[] lengthsFor(Random random, int count, int longest, int total) {
    int[] lengths = lengths(random, count, longest);
    int missing = total - Arrays.stream(lengths).sum();
    lengths[count - 1] += Math.max(0, missing) + random.nextInt(3);
    return lengths;
  }

  /** Bytes of all parts. */
  public int total() {
    return parts.stream().mapToInt(Part::length).sum();
  }

  /** The bytes of the parts, in the order of the list. */
  public byte[] gather(byte[] buffer) {
    byte[] gathered = new byte[total()];
    int done = 0;
    for (Part part : parts) {
      System.arraycopy(buffer, part.offset, gathered, done, part.length);
      done += part.length;
    }
    return gathered;
  }

  /**
   * Stores bytes into the parts, in the order of the list, after skipping this many bytes of it.
   */
  public void scatter(int skip, byte[] from, byte[] buffer) {
    int before = 0;
    for (Part part : parts) {
      int begin = Math.max(before, skip);
      int end = Math.min(before + part.length, skip + from.length);
      if (begin < end) {
        System.arraycopy(from, begin - skip, buffer, part.offset + begin - before, end - begin);
      }
      before += part.length;
    }
  }

  /** Smaller lists: without one part, or with one part of half its length. */
  public Stream<PartList> smaller() {
    return IntStream.range(0, parts.size())
        .boxed()
        .flatMap(i -> Stream.of(withoutPart(i), withHalf(i)))
        .filter(list -> !list.equals(this));
  }

  private PartList withoutPart(int index) {
    List<Part> rest = new ArrayList<>(parts);
    rest.remove(index);
    return new PartList(List.copyOf(rest));
  }

  private PartList withHalf(int index) {
    List<Part> changed = new ArrayList<>(parts);
    Part part = changed.get(index);
    changed.set(index, new Part(part.offset, part.length / 2));
    return new PartList(List.copyOf(changed));
  }

  @Override
  public String toString() {
    return parts.stream().map(Part::toString).collect(Collectors.joining(", ", "[", "]"));
  }
}
