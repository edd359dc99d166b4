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
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import dev.weft.verbs.completion.WcFields;
import dev.weft.verbs.work.BadRequest;
import dev.weft.verbs.work.MemoryWindowBind;
import dev.weft.verbs.work.SendWorkRequest;
import dev.weft.verbs.work.TagOperation;
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
  void shouldSayWhatIsToBeCreatedOrDone() {
    var queue = kept(on.queue(null));
    QueuePairInit init = QueuePairInit.builder(QueuePairType.UD).completionQueue(queue).build();
    assertEquals(
        "QueuePairInit[qp_type=UD, cap="
            + init.capabilities()
            + ", sq_sig_all=false, send_cq="
            + queue
            + ", recv_cq="
            + queue
            + "]",
        init.toString());
    var region = kept(domain.regMr(Arena.ofAuto().allocate(8), 0));
    assertEquals(
        "MemoryWindowBind[mr=" + region + ", addr=0x10, length=8, access=IBV_ACCESS_REMOTE_READ]",
        new MemoryWindowBind().part(region, 16, 8).access(RegionAccess.REMOTE_READ).toString());
    assertEquals(
        "TagOperation[wr_id=0x7, opcode=IBV_WR_TAG_ADD, flags=1, recv_wr_id=0x9, tag=0x1, mask=0xf,"
            + " sg_list=[]]",
        new TagOperation().wrId(7).add(9, 1, 15).flags(TagOperation.SIGNALED).toString());
    assertEquals(
        "TagOperation[wr_id=0x0, opcode=IBV_WR_TAG_DEL, flags=0, handle=5]",
        new TagOperation().delete(5).toString());
    assertEquals(
        "TagOperation[wr_id=0x0, opcode=IBV_WR_TAG_SYNC, flags=0, unexpected_cnt=3]",
        new TagOperation().sync(3).toString());
    BadRequest<SendWorkRequest> bad = new BadRequest<>();
    assertEquals("BadRequest[none]", bad.toString());
    SendWorkRequest request = new SendWorkRequest().wrId(4).send();
    bad.request(request, "state=RESET");
    assertEquals("BadRequest[" + request + ": state=RESET]", bad.toString());
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
