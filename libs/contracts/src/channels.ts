/** Channels of short messages to a confirmed phone number, each switched on in the settings. A new one is added here. */
export const textChannels = ['sms'] as const;
export type TextChannel = (typeof textChannels)[number];
/** Channels of messages to people that the console lists. */
export const letterChannels = ['email', ...textChannels] as const;
export type LetterChannel = (typeof letterChannels)[number];

/** The name of the setting that switches a channel on: `notify_sms`. */
export const switchOf = <C extends TextChannel>(channel: C): `notify_${C}` => `notify_${channel}`;
/** A value for each setting that switches a channel on. */
export const forEachSwitch = <T>(valueOf: (channel: TextChannel) => T) =>
  Object.fromEntries(textChannels.map((channel) => [switchOf(channel), valueOf(channel)])) as Record<
    ReturnType<typeof switchOf<TextChannel>>,
    T
  >;
