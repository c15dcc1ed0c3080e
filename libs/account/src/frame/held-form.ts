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
};

/** Does what was pressed in a form before the script of its prerendered page was there (tools/vite/prerender.mts holds it): its buttons, and its sending. */
export const useHeldForm = (form: RefObject<HTMLFormElement | null>): void =>
  useLayoutEffect(() => {
    if (form.current) takeOver(form.current);
  }, [form]);
