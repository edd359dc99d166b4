package dev.weft.fabric;

/** What {@link ControlCommand#GETWAIT} hands out: something that a thread can sleep on (WO-012). */
public sealed interface WaitHandle permits ChannelHandle, MutexConditionHandle, PollHandle {}
