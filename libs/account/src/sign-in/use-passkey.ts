import { useEffect, useRef, useState } from 'react';
import type { ApiProblem } from '@konsil/api';
import { useSessionClient } from '@konsil/auth';

export interface PasskeyState {
  /** The reason why the last attempt failed. */
  problem?: ApiProblem['code'];
}

export interface PasskeySignIn extends PasskeyState {
  signIn: () => void;
  /** Offers passkeys among the browser's suggestions, once, and not while one is asked for. */
  offer: () => void;
}

/** Signing in with a passkey. Its code loads when somebody begins to sign in. */
export const usePasskey = (): PasskeySignIn => {
  const client = useSessionClient();
  const [state, setState] = useState<PasskeyState>({});
  const offered = useRef(false);
  const asking = useRef(0);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = (suggested: boolean) => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    return import('./passkey.ts').then(
      ({ signInWithPasskey }) => signInWithPasskey(client, { suggested, signal }, setState),
      // A failed suggestion is no error, because nobody asked for it.
      () => suggested || setState({ problem: 'network' }),
    );
  };
  return {
    ...state,
    signIn: () => {
      asking.current += 1;
      void run(false).finally(() => (asking.current -= 1));
    },
    offer: () => {
      if (offered.current || asking.current > 0) return;
      offered.current = true;
      void run(true);
    },
  };
};
