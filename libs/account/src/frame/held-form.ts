import { useEffect } from 'react';
import type { RefObject } from 'react';

const goOff = (form: HTMLFormElement & { held?: boolean }): void => {
  if (!form.held) return;
  form.held = false;
  form.requestSubmit();
};

/** Sends a form that was sent before the script of its prerendered page was there (tools/vite/prerender.mts holds it). */
export const useHeldForm = (form: RefObject<HTMLFormElement | null>): void =>
  useEffect(() => {
    if (form.current) goOff(form.current);
  }, [form]);
