import { sessionResumed } from './session-signals.ts';

let pages = 0;

/** Registers that this page offers a sign-in after a session expired. Returns the function that removes it. */
export const registerSignInOffer = (): (() => void) => {
  pages += 1;
  return () => {
    pages -= 1;
  };
};

/** True if the user can sign in again on this page. */
export const canSignInAgain = (): boolean => pages > 0;

/** Resolves once the user signed in again on this page. */
export const whenSignedInAgain = (): Promise<void> =>
  new Promise((done) => {
    const stop = sessionResumed.listen(() => {
      stop();
      done();
    });
  });
