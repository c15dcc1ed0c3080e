import { useState } from 'react';
import { codeTries } from '@konsil/contracts/sign-in';
import { problemOf } from '@konsil/api';
import { useCheckCodeMutation } from '@konsil/api/registration';

export interface CodeCheck {
  /** Submits a code; rejects with the problem of a refusal. */
  check: (typed: { code: string }) => Promise<void>;
  /** True after too many wrong attempts, when only a new code helps; the server's error does not say so. */
  spent: boolean;
}

/** Checks the code of one SMS and counts wrong attempts. */
export function useCodeCheck(): CodeCheck {
  const [send] = useCheckCodeMutation();
  const [wrong, setWrong] = useState(0);
  const check = async (typed: { code: string }) => {
    try {
      await send(typed).unwrap();
    } catch (error) {
      if (problemOf(error).code === 'wrong_code') setWrong((count) => count + 1);
      throw error;
    }
  };
  return { check, spent: wrong >= codeTries };
}
