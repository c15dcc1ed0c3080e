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
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = async (suggested: boolean) => {
    running.current?.abort();
    const mine = (running.current = new AbortController());
    await import('./passkey.ts').then(
      ({ signInWithPasskey }) => signInWithPasskey(client, { suggested, signal: mine.signal }, setState),
      // A failed suggestion is no error, because nobody asked for it.
      () => suggested || setState({ problem: 'network' }),
    );
    if (running.current === mine) running.current = undefined;
  };
  return {
    ...state,
    signIn: () => void run(false),
    offer: () => {
      if (offered.current || running.current) return;
      offered.current = true;
      void run(true);
    },
  };
};
