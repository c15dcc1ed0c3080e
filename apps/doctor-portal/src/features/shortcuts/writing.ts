import type { PinPlace } from '@konsil/contracts/pins';
import { useEffect, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';

/** Router state of shortcuts that open an answer: moves the focus into the form. */
export const startWriting = { state: { writing: true } };

/** Router state that adds a marked place to the answer, for screens that show only the document or only the answer. */
export const writeWith = (place: PinPlace) => ({ state: { place } });

/** Focuses the field to continue with when a shortcut led here; if nothing is expanded, the chosen kind of answer. */
export function useStartWriting(form: RefObject<HTMLFormElement | null>): void {
  const { state, key } = useLocation();
  const asked = (state as { writing?: boolean } | null)?.writing === true;
  useEffect(() => {
    if (!asked) return;
    // Fields in collapsed parts cannot be focused.
    const all = (which: string) => [...(form.current?.querySelectorAll<HTMLElement>(which) ?? [])];
    for (const field of [...all('textarea'), ...all('input:checked, select')]) {
      field.focus();
      if (document.activeElement === field) return;
    }
  }, [asked, key, form]);
}

/** Ctrl or Cmd+Enter submits the form from any of its fields that does nothing else with it. */
export function useSendKey(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const element = form.current;
    const onKeyDown = (event: KeyboardEvent) => {
      const isOwn = (event.target as Element).matches('[data-own-enter]');
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat && !isOwn)
        element?.requestSubmit();
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [form]);
}
