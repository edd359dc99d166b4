package dev.weft.ffm.layout;

import java.util.List;

/** {@code struct fid} and the objects that begin with it, each with its tables of functions. */
public final class ObjectLayouts {
  /** {@code struct fid}. */
  public static final Struct FID = new Struct("fid").words("fclass", "context", "ops");

  /** {@code struct fid_fabric}. */
  public static final Struct FABRIC = object("fid_fabric", "ops").ints("api_version");

  /** {@code struct fid_domain}. */
  public static final Struct DOMAIN = object("fid_domain", "ops", "mr");

  /** {@code struct fid_cq}. */
  public static final Struct COMPLETION_QUEUE = object("fid_cq", "ops");

  /** {@code struct fid_cntr}. */
  public static final Struct COUNTER = object("fid_cntr", "ops");

  /** {@code struct fid_eq}. */
  public static final Struct EVENT_QUEUE = object("fid_eq", "ops");

  /** {@code struct fid_av}. */
  public static final Struct ADDRESS_VECTOR = object("fid_av", "ops");

  /** {@code struct fid_mr}. */
  public static final Struct MEMORY_REGION = object("fid_mr", "mem_desc", "key");

  /** {@code struct fid_ep}. */
  public static final Struct ENDPOINT =
      object("fid_ep", "ops", "cm", "msg", "rma", "tagged", "atomic", "collective");

  /** {@code struct fid_stx}. */
  public static final Struct SHARED_TRANSMIT = object("fid_stx", "ops");

  /** {@code struct fid_pep}. */
  public static final Struct PASSIVE_ENDPOINT = object("fid_pep", "ops", "cm");

  /** {@code struct fid_poll}. */
  public static final Struct POLL_SET = object("fid_poll", "ops");

  /** {@code struct fid_wait}. */
  public static final Struct WAIT_SET = object("fid_wait", "ops");

  private ObjectLayouts() {}

  private static Struct object(String name, String... members) {
    return new Struct(name).struct("fid", FID).words(members);
  }

  /** All of them. */
  public static List<Struct> all() {
    return List.of(
        FID,
        FABRIC,
        DOMAIN,
        COMPLETION_QUEUE,
        COUNTER,
        EVENT_QUEUE,
        ADDRESS_VECTOR,
        MEMORY_REGION,
        ENDPOINT,
        SHARED_TRANSMIT,
        PASSIVE_ENDPOINT,
        POLL_SET,
        WAIT_SET);
  }
}
