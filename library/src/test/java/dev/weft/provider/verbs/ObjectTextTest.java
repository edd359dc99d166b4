package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.ReliableDatagramDomain;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsObject;
import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.attributes.Gid;
import dev.weft.verbs.attributes.MemoryWindowType;
import dev.weft.verbs.attributes.ParentDomainInit;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import dev.weft.verbs.completion.WcFields;
import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the objects of the software devices print. */
class ObjectTextTest {
  private final Deque<VerbsObject> objects = new ArrayDeque<>();
  private final Opened on = new Opened();
  private final VerbsContext context = on.context;
  private final ProtectionDomain domain = kept(context.allocPd());

  private <T extends VerbsObject> T kept(T object) {
    objects.push(object);
    return object;
  }

  @AfterEach
  void close() {
    objects.forEach(VerbsObject::close);
    context.close();
  }

  @Test
  void shouldSayWhereAnAddressHandleLeads() {
    var local = kept(domain.createAh(AddressHandleAttributes.local(0xC001)));
    assertEquals("AddressHandle[dlid=0xc001]", local.toString());
    var global = kept(domain.createAh(AddressHandleAttributes.global(1, new Gid(1, 2))));
    assertEquals("AddressHandle[dgid=0000:0000:0000:0001:0000:0000:0000:0002]", global.toString());
  }

  @Test
  void shouldSayWhichObjectItIs() {
    var queue = kept(on.queue(null));
    ReliableDatagramDomain reliable = kept(context.allocReliableDatagramDomain());
    kept(reliable.createEndToEndContext(null));
    kept(context.createCompletionChannel());
    kept(on.extended(WcFields.STANDARD));
    kept(domain.allocMw(MemoryWindowType.TYPE_2));
    kept(domain.regMr(Arena.ofAuto().allocate(8), 0));
    kept(domain.createSrq(SharedReceiveQueueInit.basic(1, 1)));
    kept(domain.createQp(QueuePairInit.builder(QueuePairType.UD).completionQueue(queue).build()));
    kept(context.allocParentDomain(ParentDomainInit.of(domain, kept(context.allocTd()))));
    for (VerbsObject object : objects) {
      String text = object.toString();
      assertTrue(text.matches("\\w+\\[[^@]+]"), text);
    }
  }
}
