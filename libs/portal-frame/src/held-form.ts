import { useLayoutEffect } from 'react';
import type { RefObject } from 'react';

type Held<T> = T & { held?: boolean };
type Taken = HTMLFormElement & { taken?: boolean };

const letGo = <T>(part: Held<T>, press: () => void): void => {
  if (!part.held) return;
  part.held = false;
  press();
};

const takeOver = (form: Taken): void => {
  form.taken = true;
  for (const button of form.querySelectorAll('button')) letGo(button, () => button.click());
  letGo(form, () => form.requestSubmit());
  const focused = document.activeElement;
  if (form.contains(focused)) focused?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
};

/**
 * Replays clicks, the focus and the submission of a prerendered form from before its script was ready (held by
 * tools/vite/prerender.mts).
 */
export const useHeldPresses = (form: RefObject<HTMLFormElement | null>): void =>
  useLayoutEffect(() => {
    if (form.current) takeOver(form.current);
  }, [form]);
