import { sessionResumed } from './session-signals.ts';

let pages = 0;

/** Says that this page asks for a sign-in where a session ended. Returns the function that takes it back. */
export const offerSignIn = (): (() => void) => {
  pages += 1;
  return () => {
    pages -= 1;
  };
};

/** Whether somebody can sign in again on this page. */
export const offersSignIn = (): boolean => pages > 0;

/** Ends once somebody signed in again over this page. */
export const signedInAgain = (): Promise<void> =>
  new Promise((done) => {
    const stop = sessionResumed.listen(() => {
      stop();
      done();
    });
  });
