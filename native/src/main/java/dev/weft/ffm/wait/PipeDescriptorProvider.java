package dev.weft.ffm.wait;

import dev.weft.ffm.linker.NativeAccess;
import dev.weft.wait.WaitDescriptor;
import dev.weft.wait.WaitDescriptorProvider;
import java.io.IOException;

/** Opens descriptors of {@code pipe2(2)} for the software providers. */
public final class PipeDescriptorProvider implements WaitDescriptorProvider {

  /** For the service loader. */
  public PipeDescriptorProvider() {}

  @Override
  public String obstacle() {
    return NativeAccess.obstacle(PipeDescriptor.NAME);
  }

  @Override
  public WaitDescriptor open() throws IOException {
    return new PipeDescriptor();
  }
}
