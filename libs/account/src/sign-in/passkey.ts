import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser';
import { problemOf } from '@konsil/api';
import { passkeyCalls } from '@konsil/api/passkey-calls';
import type { SessionClient } from '@konsil/auth';
import type { PasskeyState } from './use-passkey.ts';

type Options = Parameters<typeof startAuthentication>[0];

/** Lets the device use a passkey and sends it. Ends quietly when its user cancelled, which the browser has told. */
const ceremony = async (client: SessionClient, suggested: boolean): Promise<void> => {
  const { options } = await passkeyCalls.startPasskeySignIn();
  const optionsJSON = options as unknown as Options['optionsJSON'];
  const passkey = await startAuthentication({ optionsJSON, useBrowserAutofill: suggested }).catch(() => null);
  if (!passkey) return;
  await passkeyCalls.passkeySignIn({ passkey: passkey as never });
  await client.begin();
};

/**
 * Signs in with a passkey; `tell` is called with each state. `suggested`: the browser offers passkeys with its suggestions for
 * the email address and waits; the next ceremony ends this one.
 */
export const signInWithPasskey = async (
  client: SessionClient,
  suggested: boolean,
  tell: (state: PasskeyState) => void,
): Promise<void> => {
  if (!browserSupportsWebAuthn()) return suggested ? undefined : tell({ problem: 'passkey_refused' });
  if (!suggested) tell({});
  try {
    await ceremony(client, suggested);
  } catch (error) {
    const { code } = problemOf(error);
    // A failed suggestion is no error, because nobody asked for it.
    if (!suggested || code === 'passkey_refused') tell({ problem: code });
  }
};
