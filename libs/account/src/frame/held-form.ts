import { useLayoutEffect } from 'react';
import type { RefObject } from 'react';

type Held<T> = T & { held?: boolean };
type Taken = HTMLFormElement & { taken?: boolean };

const letGo = <T>(part: Held<T>, press: () => void): void => {
  if (!part.held) return;
  part.held = false;
  press();
};

/** Does what was pressed in a form before the script of its prerendered page was there (tools/vite/prerender.mts holds it): its buttons, and its sending. */
export const useHeldForm = (form: RefObject<HTMLFormElement | null>): void =>
  useLayoutEffect(() => {
    const taken: Taken | null = form.current;
    if (!taken) return;
    taken.taken = true;
    for (const button of taken.querySelectorAll('button')) letGo(button, () => button.click());
    letGo(taken, () => taken.requestSubmit());
  }, [form]);
