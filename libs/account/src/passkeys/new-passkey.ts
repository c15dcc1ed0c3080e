import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser';

export type NewPasskey =
  | { outcome: 'created'; passkey: Awaited<ReturnType<typeof startRegistration>> }
  | { outcome: 'cancelled' }
  | { outcome: 'exists' };

export const supportsPasskeys = browserSupportsWebAuthn;

/** Lets the device create a passkey. */
export const createPasskey = async (options: Record<string, unknown>): Promise<NewPasskey> => {
  try {
    const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
    return { outcome: 'created', passkey: await startRegistration({ optionsJSON }) };
  } catch (error) {
    // The browser has told its user what happened; only this reason needs another device.
    return { outcome: (error as Error).name === 'InvalidStateError' ? 'exists' : 'cancelled' };
  }
};
