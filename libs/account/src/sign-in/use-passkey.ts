import { useEffect, useRef, useState } from 'react';
import type { ApiProblem } from '@konsil/api';
import { useSessionClient } from '@konsil/auth';

export interface PasskeyState {
  busy?: boolean;
  /** Why the last attempt failed. */
  problem?: ApiProblem['code'] | 'unsupported';
}

export interface PasskeySignIn extends PasskeyState {
  signIn: () => void;
  /** Offers passkeys among the browser's suggestions, once. */
  offer: () => void;
}

/** Signing in with a passkey. Its code loads when somebody begins to sign in. */
export const usePasskey = (): PasskeySignIn => {
  const client = useSessionClient();
  const [state, setState] = useState<PasskeyState>({});
  const offered = useRef(false);
  const load = () => import('./passkey.ts');

  useEffect(() => () => void (offered.current && load().then(({ stopOffering }) => stopOffering())), []);

  return {
    ...state,
    signIn: () => {
      setState({ busy: true });
      load().then(
        ({ signIn }) => signIn(client, setState),
        () => setState({ problem: 'network' }),
      );
    },
    offer: () => {
      if (offered.current) return;
      offered.current = true;
      // Without its code nothing is offered, and the button says why.
      load().then(
        ({ offer }) => offer(client, setState),
        () => undefined,
      );
    },
  };
};
