package dev.weft.provider.fabric.wait;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.poll.EventListener;
import dev.weft.fabric.poll.EventWatch;
import dev.weft.fabric.poll.PollSet;
import dev.weft.fabric.poll.PollSetAttributes;
import dev.weft.fabric.poll.SelectorKey;
import dev.weft.fabric.poll.WaitSetAttributes;
import dev.weft.fabric.poll.Waitable;
import dev.weft.provider.fabric.object.Parent;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Members of other providers whose watches throw, or that close while they join. */
@Timeout(600)
class FailingWatchTest {
  private final Fabric fabric = new Fabric();

  @Test
  void shouldEndTheOtherMembersOfASelector() {
    SoftwareSelector<String> selector = new SoftwareSelector<>(fabric);
    List<Member> members = Stream.of("first", "", "second", "").map(Member::new).toList();
    List<SelectorKey<String>> keys = new ArrayList<>();
    members.forEach(member -> keys.add(selector.register(member, "")));
    IllegalStateException thrown = assertThrows(IllegalStateException.class, selector::close);
    assertEquals("first", thrown.getMessage());
    assertArrayEquals(
        new String[] {"second"},
        Stream.of(thrown.getSuppressed()).map(Throwable::getMessage).toArray());
    assertTrue(members.stream().allMatch(member -> member.closes == 1));
    assertFalse(keys.stream().anyMatch(SelectorKey::isValid));
    assertEquals(-Errno.EBADF, selector.select(_ -> {}, -1));
    assertEquals(0, fabric.dependents);
    selector.close();
    assertTrue(members.stream().allMatch(member -> member.closes == 1));
  }

  @Test
  void shouldLeaveAWaitSet() {
    SoftwareWaitSet set = new SoftwareWaitSet(fabric, WaitSetAttributes.defaults(), null);
    Runnable leave = set.join(new Member("thrown on purpose"));
    assertThrows(IllegalStateException.class, leave::run);
    set.close();
    assertEquals(0, fabric.dependents);
  }

  @Test
  void shouldEndTheWatchOfAMemberThatIsClosedMeanwhile() {
    SoftwareSelector<String> selector = new SoftwareSelector<>(fabric);
    Member closing = new Member("");
    closing.closesMeanwhile = true;
    assertThrows(IllegalStateException.class, () -> selector.register(closing, ""));
    assertEquals(1, closing.closes);
    assertEquals(0, selector.size());
    selector.close();
    assertEquals(1, closing.closes);
  }

  @Test
  void shouldEndTheWatchOfAMemberOfAPollSetThatIsClosedMeanwhile() {
    Member watch = new Member("");
    Counter closing =
        (Counter)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Counter.class, Parent.class},
                (_, method, _) ->
                    switch (method.getName()) {
                      case "watch" -> watch;
                      case "addDependent" -> throw new IllegalStateException("closed");
                      case "objectClass" -> ObjectClass.CNTR;
                      default -> null;
                    });
    try (PollSet set = new SoftwarePollSet(fabric, PollSetAttributes.defaults(), null)) {
      assertThrows(IllegalStateException.class, () -> set.add(closing, 0));
    }
    assertEquals(1, watch.closes);
  }

  private static final class Fabric implements Parent {
    int dependents;

    @Override
    public void addDependent(Object kind) {
      dependents++;
    }

    @Override
    public void removeDependent(Object kind) {
      dependents--;
    }
  }

  /** Its watch throws an exception with this text, unless it is empty. */
  private static final class Member implements Waitable, EventWatch {
    private final String thrown;
    int closes;
    boolean closesMeanwhile;

    Member(String thrown) {
      this.thrown = thrown;
    }

    @Override
    public EventWatch watch(EventListener listener) {
      if (closesMeanwhile) {
        listener.onClose();
      }
      return this;
    }

    @Override
    public boolean isReady() {
      return false;
    }

    @Override
    public boolean arm() {
      return false;
    }

    @Override
    public boolean takeEvent() {
      return false;
    }

    @Override
    public void close() {
      closes++;
      if (!thrown.isEmpty()) {
        throw new IllegalStateException(thrown);
      }
    }

    @Override
    public ObjectClass objectClass() {
      return ObjectClass.CQ;
    }

    @Override
    public Object context() {
      return null;
    }

    @Override
    public boolean isClosed() {
      return false;
    }
  }
}
