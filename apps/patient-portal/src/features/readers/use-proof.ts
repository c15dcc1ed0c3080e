// @bundle route
import { useState } from 'react';
import { useProveIdentityMutation } from '@konsil/api/passkeys';
import { problemOf } from '@konsil/api/problem';

/** Asks for the password before an act only when the server does, because the sign-in was long ago. */
export const useProofWhenAsked = () => {
  const [prove] = useProveIdentityMutation();
  const [asked, setAsked] = useState(false);
  const [proven, setProven] = useState(false);
  const withProof = async <Done>(password: string, act: () => Promise<Done>): Promise<Done> => {
    if (asked && !proven) {
      await prove({ current_password: password }).unwrap();
      setProven(true);
    }
    return act().catch((error: unknown) => {
      if (problemOf(error).code === 'proof_needed') {
        setAsked(true);
        setProven(false);
      }
      throw error;
    });
  };
  return { asked, proven, onProven: () => setProven(true), withProof };
};
