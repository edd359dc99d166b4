package dev.weft.ffm.ibverbs.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.ffm.CompiledC;
import dev.weft.ffm.Installed;
import dev.weft.ffm.layout.Struct;
import dev.weft.verbs.completion.WorkCompletionLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares every layout with what the C compiler says about the installed headers. */
class VerbsLayoutsTest {
  private static final List<String> HEADERS = List.of("infiniband/verbs.h");

  @TempDir private Path folder;

  @Test
  void shouldBeThoseOfTheHeaders() throws IOException, InterruptedException {
    Installed.requireVerbsHeaders();
    List<Struct> all =
        Stream.of(
                DeviceLayouts.all(),
                ObjectLayouts.all(),
                AttributeLayouts.all(),
                WorkLayouts.all(),
                List.of(completion()))
            .flatMap(List::stream)
            .toList();
    assertEquals(
        CompiledC.text(all),
        CompiledC.run(folder, HEADERS, all.stream().map(VerbsLayoutsTest::print).toList()));
  }

  /** {@code struct ibv_wc}, which C writes into the batches of programs. */
  private static Struct completion() {
    return new Struct("ibv_wc")
        .block("all", WorkCompletionLayout.SIZE, Long.BYTES)
        .part("wr_id", "all", WorkCompletionLayout.WR_ID_OFFSET, 8)
        .part("status", "all", WorkCompletionLayout.STATUS_OFFSET, 4)
        .part("opcode", "all", WorkCompletionLayout.OPCODE_OFFSET, 4)
        .part("vendor_err", "all", WorkCompletionLayout.VENDOR_ERR_OFFSET, 4)
        .part("byte_len", "all", WorkCompletionLayout.BYTE_LEN_OFFSET, 4)
        .part("imm_data", "all", WorkCompletionLayout.IMM_DATA_OFFSET, 4)
        .part("qp_num", "all", WorkCompletionLayout.QP_NUM_OFFSET, 4)
        .part("src_qp", "all", WorkCompletionLayout.SRC_QP_OFFSET, 4)
        .part("wc_flags", "all", WorkCompletionLayout.WC_FLAGS_OFFSET, 4)
        .part("pkey_index", "all", WorkCompletionLayout.PKEY_INDEX_OFFSET, 2)
        .part("slid", "all", WorkCompletionLayout.SLID_OFFSET, 2)
        .part("sl", "all", WorkCompletionLayout.SL_OFFSET, 1)
        .part("dlid_path_bits", "all", WorkCompletionLayout.DLID_PATH_BITS_OFFSET, 1);
  }

  /** C statements that print what {@link CompiledC#text} gives; blocks of unions have no name. */
  private static String print(Struct struct) {
    List<String> lines = new ArrayList<>();
    String type = "struct " + struct.name();
    lines.add("printf(\"%s %%zu\\n\", sizeof(%s));".formatted(struct.name(), type));
    for (String member : struct.members().keySet()) {
      lines.add(member.equals("all") ? printAll(type) : printMember(type, member));
    }
    return String.join("\n", lines);
  }

  private static String printAll(String type) {
    return "printf(\"  all 0 %%zu\\n\", sizeof(%s));".formatted(type);
  }

  private static String printMember(String type, String member) {
    return "printf(\"  %1$s %%zu %%zu\\n\", offsetof(%2$s, %1$s), sizeof(((%2$s *) 0)->%1$s));"
        .formatted(member, type);
  }
}
