package dev.weft.ffm.ibverbs.layout;

import dev.weft.ffm.layout.Struct;
import java.util.List;

/** The work requests. */
public final class WorkLayouts {
  /** {@code struct ibv_sge}. */
  public static final Struct BUFFER = new Struct("ibv_sge").words("addr").ints("length", "lkey");

  /** {@code struct ibv_data_buf}. */
  public static final Struct INLINE = new Struct("ibv_data_buf").words("addr", "length");

  /** {@code struct ibv_recv_wr}. */
  public static final Struct RECEIVE =
      new Struct("ibv_recv_wr").words("wr_id", "next", "sg_list").ints("num_sge");

  /** {@code struct ibv_mw_bind_info}. */
  public static final Struct BIND_INFO =
      new Struct("ibv_mw_bind_info").words("mr", "addr", "length").ints("mw_access_flags");

  /** {@code struct ibv_mw_bind}. */
  public static final Struct BIND =
      new Struct("ibv_mw_bind").words("wr_id").ints("send_flags").struct("bind_info", BIND_INFO);

  private static final long REMOTE_BYTES = 32;
  private static final long WINDOW_BYTES = 16 + BIND_INFO.size();

  /** {@code struct ibv_send_wr}. Its members without a name of their own are unions. */
  public static final Struct SEND =
      new Struct("ibv_send_wr")
          .words("wr_id", "next", "sg_list")
          .ints("num_sge", "opcode", "send_flags", "imm_data")
          .block("wr", REMOTE_BYTES, Long.BYTES)
          .part("wr.rdma.remote_addr", "wr", 0, Long.BYTES)
          .part("wr.rdma.rkey", "wr", 8, Integer.BYTES)
          .part("wr.atomic.remote_addr", "wr", 0, Long.BYTES)
          .part("wr.atomic.compare_add", "wr", 8, Long.BYTES)
          .part("wr.atomic.swap", "wr", 16, Long.BYTES)
          .part("wr.atomic.rkey", "wr", 24, Integer.BYTES)
          .part("wr.ud.ah", "wr", 0, Long.BYTES)
          .part("wr.ud.remote_qpn", "wr", 8, Integer.BYTES)
          .part("wr.ud.remote_qkey", "wr", 12, Integer.BYTES)
          .ints("qp_type")
          .block("bind_mw", WINDOW_BYTES, Long.BYTES)
          .part("bind_mw.mw", "bind_mw", 0, Long.BYTES)
          .part("bind_mw.rkey", "bind_mw", 8, Integer.BYTES)
          .part("bind_mw.bind_info", "bind_mw", 16, BIND_INFO.size());

  private WorkLayouts() {}

  /** All of them. */
  public static List<Struct> all() {
    return List.of(BUFFER, INLINE, RECEIVE, BIND_INFO, BIND, SEND);
  }
}
