import { useEffect, useRef, useState } from 'react';
import type { ApiProblem } from '@konsil/api';
import { useSessionClient } from '@konsil/auth';

export interface PasskeyState {
  /** The reason why the last attempt failed. */
  problem?: ApiProblem['code'];
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
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = (suggested: boolean) => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    return import('./passkey.ts').then(
      ({ signInWithPasskey }) => signInWithPasskey(client, { suggested, signal }, setState),
      () => setState({ problem: 'network' }),
    );
  };
  return {
    ...state,
    signIn: () => void run(false),
    offer: () => {
      if (!offered.current) void run(true);
      offered.current = true;
    },
  };
};
