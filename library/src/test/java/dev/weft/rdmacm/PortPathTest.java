package dev.weft.rdmacm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weft.verbs.Devices;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.attributes.Gid;
import dev.weft.verbs.attributes.LinkLayer;
import dev.weft.verbs.attributes.PortAttributes;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;

class PortPathTest {
  private static final Gid LINK_LOCAL = Gid.parse("fe80:0000:0000:0000:5054:00ff:fe09:0001");
  private static final Gid IPV4 = Gid.parse("0000:0000:0000:0000:0000:ffff:0a09:0001");
  private static final Gid OTHER_IPV4 = Gid.parse("0000:0000:0000:0000:0000:ffff:0a09:0002");

  /** A context whose port 1 is on Ethernet and has these GIDs. */
  private static VerbsContext ethernet(Gid... gids) {
    PortAttributes port =
        proxy(
            PortAttributes.class,
            (name, arguments) -> name.equals("linkLayer") ? LinkLayer.ETHERNET : gids.length);
    return proxy(
        VerbsContext.class,
        (name, arguments) -> name.equals("queryPort") ? port : gids[(int) arguments[1]]);
  }

  /** What a method with this name and these arguments returns. */
  private interface Answer {
    Object of(String name, Object[] arguments);
  }

  private static <T> T proxy(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> answer.of(method.getName(), arguments)));
  }

  @Test
  void shouldStartFromTheFirstEntryOfInfiniband() {
    try (VerbsContext context = Devices.named("loopback0").open()) {
      assertEquals(0, PortPath.gidIndex(context, 1));
      Gid gid = context.queryGid(1, 0);
      assertEquals(AddressHandleAttributes.global(7, gid), PortPath.to(context, 1, 7, gid));
      assertThrows(VerbsException.class, () -> PortPath.gidIndex(context, 2));
    }
  }

  @Test
  void shouldStartFromTheAddressOfIpv4OnEthernet() {
    VerbsContext context = ethernet(LINK_LOCAL, IPV4, Gid.ZERO);
    assertEquals(1, PortPath.gidIndex(context, 1));
    AddressHandleAttributes path = PortPath.to(context, 1, 0, OTHER_IPV4);
    assertEquals(OTHER_IPV4, path.globalRoute().dgid());
    assertEquals(1, path.globalRoute().sgidIndex());
    assertEquals(64, path.globalRoute().hopLimit());
  }

  @Test
  void shouldStartFromAnAddressOfTheSameKind() {
    VerbsContext context = ethernet(Gid.ZERO, IPV4, LINK_LOCAL);
    assertEquals(2, PortPath.to(context, 1, 0, LINK_LOCAL).globalRoute().sgidIndex());
    assertEquals(
        List.of(0, 0),
        List.of(
            PortPath.gidIndex(ethernet(LINK_LOCAL, Gid.ZERO), 1),
            PortPath.to(ethernet(LINK_LOCAL), 1, 0, IPV4).globalRoute().sgidIndex()));
  }
}
