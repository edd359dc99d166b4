package dev.weft.ffm.ibverbs.linker;

import dev.weft.ffm.linker.CapturedCalls;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import java.util.Locale;

/** The functions with a symbol in libibverbs. */
public enum Verb {
  /** {@code ibv_get_device_list(3)}. */
  GET_DEVICE_LIST,
  /** {@code ibv_free_device_list(3)}. */
  FREE_DEVICE_LIST,
  /** {@code ibv_get_device_name(3)}. */
  GET_DEVICE_NAME,
  /** {@code ibv_get_device_guid(3)}. */
  GET_DEVICE_GUID,
  /** {@code ibv_open_device(3)}. */
  OPEN_DEVICE,
  /** {@code ibv_close_device(3)}. */
  CLOSE_DEVICE,
  /** {@code ibv_query_device(3)}. */
  QUERY_DEVICE,
  /** {@code ibv_query_port(3)}. */
  QUERY_PORT,
  /** {@code ibv_query_gid(3)}. */
  QUERY_GID,
  /** {@code ibv_query_pkey(3)}. */
  QUERY_PKEY,
  /** {@code ibv_alloc_pd(3)}. */
  ALLOC_PD,
  /** {@code ibv_dealloc_pd(3)}. */
  DEALLOC_PD,
  /** {@code ibv_reg_mr_iova2(3)}. */
  REG_MR_IOVA2,
  /** {@code ibv_dereg_mr(3)}. */
  DEREG_MR,
  /** {@code ibv_create_comp_channel(3)}. */
  CREATE_COMP_CHANNEL,
  /** {@code ibv_destroy_comp_channel(3)}. */
  DESTROY_COMP_CHANNEL,
  /** {@code ibv_create_cq(3)}. */
  CREATE_CQ,
  /** {@code ibv_resize_cq(3)}. */
  RESIZE_CQ,
  /** {@code ibv_destroy_cq(3)}. */
  DESTROY_CQ,
  /** {@code ibv_get_cq_event(3)}. */
  GET_CQ_EVENT,
  /** {@code ibv_ack_cq_events(3)}. */
  ACK_CQ_EVENTS,
  /** {@code ibv_create_srq(3)}. */
  CREATE_SRQ,
  /** {@code ibv_modify_srq(3)}. */
  MODIFY_SRQ,
  /** {@code ibv_query_srq(3)}. */
  QUERY_SRQ,
  /** {@code ibv_destroy_srq(3)}. */
  DESTROY_SRQ,
  /** {@code ibv_create_qp(3)}. */
  CREATE_QP,
  /** {@code ibv_modify_qp(3)}. */
  MODIFY_QP,
  /** {@code ibv_query_qp(3)}. */
  QUERY_QP,
  /** {@code ibv_destroy_qp(3)}. */
  DESTROY_QP,
  /** {@code ibv_qp_to_qp_ex(3)}. */
  QP_TO_QP_EX,
  /** {@code ibv_create_ah(3)}. */
  CREATE_AH,
  /** {@code ibv_destroy_ah(3)}. */
  DESTROY_AH,
  /** {@code ibv_init_ah_from_wc(3)}. */
  INIT_AH_FROM_WC,
  /** {@code ibv_get_async_event(3)}. */
  GET_ASYNC_EVENT,
  /** {@code ibv_ack_async_event(3)}. */
  ACK_ASYNC_EVENT;

  /** The name in C. */
  public String call() {
    return "ibv_" + name().toLowerCase(Locale.ROOT);
  }

  /** The function in the library that is loaded. */
  public long address() {
    return Ibverbs.address(this);
  }

  /**
   * Calls a function that returns a pointer.
   *
   * @param detail the arguments, for the error
   * @return the pointer, never NULL
   * @throws VerbsException with {@code errno} if the function returns NULL
   */
  public long create(String detail, long... words) {
    return create(call(), address(), detail, words);
  }

  /** {@link #create(String, long...)} of a function that has no symbol. */
  public static long create(String call, long function, String detail, long... words) {
    CapturedCalls.Result result = CapturedCalls.call(function, words);
    if (result.value() == 0) {
      throw new VerbsException(positive(result.errno()), call, detail, hint(result.errno()));
    }
    return result.value();
  }

  /**
   * Calls a function that returns 0, an error number, or -1 and {@code errno}; returns the first.
   */
  public int error(long... words) {
    return errorOf(address(), words);
  }

  /** {@link #error(long...)} of a function that has no symbol. */
  public static int errorOf(long function, long... words) {
    CapturedCalls.Result result = CapturedCalls.call(function, words);
    return errorFrom((int) result.value(), result.errno());
  }

  /** The positive error number of a result; libibverbs knows three ways to report one. */
  static int errorFrom(int value, int errno) {
    if (value == 0) {
      return 0;
    }
    return positive(value == -1 ? errno : Math.abs(value));
  }

  private static int positive(int errno) {
    return errno > 0 ? errno : VerbsErrno.EIO;
  }

  /**
   * Requires that a function succeeded.
   *
   * @throws VerbsException if not
   */
  public void require(int error, String detail) {
    if (error != 0) {
      throw new VerbsException(error, call(), detail, hint(error));
    }
  }

  private static String hint(int errno) {
    return errno == VerbsErrno.ENOMEM
        ? "Locked memory may be limited: see ulimit -l, or the device has no more of these"
        : "";
  }
}
