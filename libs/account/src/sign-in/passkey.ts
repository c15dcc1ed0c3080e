import { browserSupportsWebAuthn, startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';
import { problemOf } from '@konsil/api';
import { passkeyCalls } from '@konsil/api/passkey-calls';
import type { SessionClient } from '@konsil/auth';
import type { PasskeyState } from './use-passkey.ts';

type Options = Parameters<typeof startAuthentication>[0];
type Tell = (state: PasskeyState) => void;

/** Lets the device use a passkey and sends it. False when its user cancelled or has none here, which the browser told. */
const usePasskeyOf = async (client: SessionClient, suggested: boolean): Promise<boolean> => {
  const { options } = await passkeyCalls.startPasskeySignIn();
  const optionsJSON = options as unknown as Options['optionsJSON'];
  const passkey = await startAuthentication({ optionsJSON, useBrowserAutofill: suggested }).catch(() => null);
  if (!passkey) return false;
  await passkeyCalls.passkeySignIn({ passkey: passkey as never });
  return client.begin();
};

/** Signs in with a passkey; `tell` hears why it failed. */
export const signIn = async (client: SessionClient, tell: Tell): Promise<void> => {
  if (!browserSupportsWebAuthn()) return tell({ problem: 'unsupported' });
  try {
    await usePasskeyOf(client, false);
    tell({});
  } catch (error) {
    tell({ problem: problemOf(error).code });
  }
};

/** Offers passkeys with the browser's suggestions for the email address, and waits for a choice. */
export const offer = async (client: SessionClient, tell: Tell): Promise<void> => {
  if (!browserSupportsWebAuthn()) return;
  try {
    await usePasskeyOf(client, true);
  } catch (error) {
    const { code } = problemOf(error);
    // Nobody asked for anything else yet.
    if (code === 'passkey_refused') tell({ problem: code });
  }
};

/** Ends a waiting offer. */
export const stopOffering = (): void => WebAuthnAbortService.cancelCeremony();
