package dev.weft.fabric.poll;

import dev.weft.fabric.attributes.ControlCommand;

/** The result of {@link ControlCommand#GETWAIT}: an object that a thread can wait on (WO-012). */
public sealed interface WaitHandle
    permits ChannelHandle,
        DescriptorHandle,
        MutexConditionHandle,
        PollDescriptorsHandle,
        PollHandle {}
