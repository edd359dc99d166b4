package dev.weft.fabric;

/** The result of {@link ControlCommand#GETWAIT}: an object that a thread can wait on (WO-012). */
public sealed interface WaitHandle permits ChannelHandle, MutexConditionHandle, PollHandle {}
