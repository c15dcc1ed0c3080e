import { browserSupportsWebAuthn, startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';
import { problemOf } from '@konsil/api';
import { passkeyCalls } from '@konsil/api/passkey-calls';
import type { SessionClient } from '@konsil/auth';
import type { PasskeyState } from './use-passkey.ts';

type Options = Parameters<typeof startAuthentication>[0];

export interface Ceremony {
  /** The browser offers passkeys with its suggestions for the email address and waits; the next ceremony ends this one. */
  suggested: boolean;
  /** Aborted when the form is left. */
  signal: AbortSignal;
}

/**
 * Lets the device use a passkey and sends it. Resolves without an error if the user cancelled, because the browser has
 * already said so.
 */
const ceremony = async (client: SessionClient, { suggested, signal }: Ceremony): Promise<void> => {
  const { options } = await passkeyCalls.startPasskeySignIn();
  if (signal.aborted) return;
  const optionsJSON = options as unknown as Options['optionsJSON'];
  const cancel = () => WebAuthnAbortService.cancelCeremony();
  signal.addEventListener('abort', cancel);
  const passkey = await startAuthentication({ optionsJSON, useBrowserAutofill: suggested }).catch(() => null);
  signal.removeEventListener('abort', cancel);
  if (!passkey) return;
  await passkeyCalls.passkeySignIn({ passkey: passkey as never });
  await client.begin();
};

/** Signs in with a passkey; `tell` receives each state. */
export const signInWithPasskey = async (
  client: SessionClient,
  wanted: Ceremony,
  tell: (state: PasskeyState) => void,
): Promise<void> => {
  const { suggested } = wanted;
  if (!browserSupportsWebAuthn()) return suggested ? undefined : tell({ problem: 'passkey_refused' });
  if (!suggested) tell({});
  try {
    await ceremony(client, wanted);
  } catch (error) {
    const { code } = problemOf(error);
    // A failed suggestion is no error, because nobody asked for it.
    if (!suggested || code === 'passkey_refused') tell({ problem: code });
  }
};
