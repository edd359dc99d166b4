package dev.weft.ffm.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.Numbered;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.AddressFormat;
import dev.weft.fabric.info.AddressVectorType;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.fabric.info.ResourceManagement;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.poll.WaitCondition;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.ffm.CompiledC;
import dev.weft.ffm.Installed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the numbers of the API's constants with those of the installed headers. */
class ConstantsTest {
  /** Newer than libfabric 1.17. */
  private static final Set<String> LATER =
      Set.of("FI_PROGRESS_CONTROL_UNIFIED", "FI_DIFF", "FI_ADDR_UCX", "FI_SOCKADDR_IP");

  @TempDir private Path folder;

  @Test
  void shouldBeThoseOfTheHeaders() throws IOException, InterruptedException {
    Installed.requireHeaders();
    Map<String, Integer> constants = new LinkedHashMap<>();
    add(constants, "FI_EP_", EndpointType.values());
    add(constants, "FI_THREAD_", Threading.values());
    add(constants, "FI_PROGRESS_", ProgressModel.values());
    add(constants, "FI_RM_", ResourceManagement.values());
    add(constants, "FI_AV_", AddressVectorType.values());
    add(constants, "FI_CQ_FORMAT_", CompletionFormat.values());
    add(constants, "FI_WAIT_", WaitObject.values());
    add(constants, "FI_CQ_COND_", WaitCondition.values());
    add(constants, "FI_CLASS_", ObjectClass.values());
    add(constants, "FI_", AddressFormat.values());
    add(constants, "FI_", AtomicOperation.values());
    constants.keySet().removeAll(LATER);
    List<String> lines = constants.keySet().stream().map(ConstantsTest::print).toList();
    assertEquals(text(constants), CompiledC.run(folder, lines));
  }

  private static void add(Map<String, Integer> constants, String prefix, Numbered... values) {
    Arrays.stream(values).forEach(value -> constants.put(prefix + value, value.value()));
  }

  private static String print(String name) {
    return "printf(\"%1$s=%%d\\n\", (int) %1$s);".formatted(name);
  }

  private static String text(Map<String, Integer> constants) {
    StringBuilder text = new StringBuilder();
    constants.forEach((name, value) -> text.append(name).append('=').append(value).append('\n'));
    return text.toString();
  }
}
