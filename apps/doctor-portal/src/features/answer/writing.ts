import { useEffect, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';

/** Travels with the shortcuts that lead to an answer: the focus goes straight into the form. */
export const startWriting = { state: { writing: true } };

/** Puts the focus on the chosen kind of answer when a shortcut led here. */
export function useStartWriting(form: RefObject<HTMLFormElement | null>): void {
  const { state, key } = useLocation();
  const asked = (state as { writing?: boolean } | null)?.writing === true;
  useEffect(() => {
    if (asked) form.current?.querySelector<HTMLInputElement>('input:checked')?.focus();
  }, [asked, key, form]);
}

/** Ctrl or Cmd with Enter sends the form from any of its fields. */
export function useSendKey(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const element = form.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) element?.requestSubmit();
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [form]);
}
