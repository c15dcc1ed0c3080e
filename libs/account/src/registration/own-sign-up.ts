const key = 'konsil-sign-up';

/**
 * The mark of a browser that signed an account up whose address is not confirmed yet. It only skips the confirmation
 * button; the server decides by its own cookie who is signed in by the link. Browsers without storage keep the button.
 */
export const ownSignUp = {
  remember: (): void => {
    try {
      localStorage.setItem(key, '1');
    } catch {
      // Storage is blocked.
    }
  },
  isThere: (): boolean => {
    try {
      return localStorage.getItem(key) !== null;
    } catch {
      return false;
    }
  },
  /** True on the first call only. */
  take: (): boolean => {
    const there = ownSignUp.isThere();
    try {
      localStorage.removeItem(key);
    } catch {
      // Storage is blocked.
    }
    return there;
  },
};
