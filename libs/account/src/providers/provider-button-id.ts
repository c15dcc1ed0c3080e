// @bundle route
/** The id of a provider's button, for the focus. */
export const providerButtonId = (provider: string): string => `provider-${provider}`;
