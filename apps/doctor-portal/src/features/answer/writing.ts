import { useEffect, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';

/** Travels with the shortcuts that lead to an answer: the focus goes straight into the form. */
export const startWriting = { state: { writing: true } };

/** Puts the focus where the writing goes on when a shortcut led here; where nothing is unfolded, on the chosen kind of answer. */
export function useStartWriting(form: RefObject<HTMLFormElement | null>): void {
  const { state, key } = useLocation();
  const asked = (state as { writing?: boolean } | null)?.writing === true;
  useEffect(() => {
    if (!asked) return;
    // A field of a part that is folded takes no focus.
    const all = (which: string) => [...(form.current?.querySelectorAll<HTMLElement>(which) ?? [])];
    for (const field of [...all('textarea'), ...all('input:checked, select')]) {
      field.focus();
      if (document.activeElement === field) return;
    }
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
