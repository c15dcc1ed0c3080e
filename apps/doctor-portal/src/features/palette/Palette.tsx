import type { NavItem } from '@konsil/ui';
import { lazy, Suspense, useEffect, useState } from 'react';

const CommandPalette = lazy(() => import('./CommandPalette').then((module) => ({ default: module.CommandPalette })));

const paletteEvent = 'konsil:palette';
/** Opens the command palette, where there is no keyboard. */
export const openPalette = (): void => void window.dispatchEvent(new Event(paletteEvent));

/** Keys that mean nothing to the page below an opening palette. */
const isForField = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey) && (key.length === 1 || /^(?:Enter|Escape|Backspace|Arrow\w+)$/.test(key));

/** The command palette behind Ctrl+K or Cmd+K; its code loads when it is first opened. */
export function Palette({ places }: { places: readonly NavItem[] }) {
  // Undefined until first opened; then it stays mounted for its closing transition.
  const [open, setOpen] = useState<boolean>();
  const [typed, setTyped] = useState('');
  /** Opened by keys, and its field has no focus yet. */
  const [opening, setOpening] = useState(false);
  useEffect(() => {
    const show = () => {
      setTyped('');
      setOpen(true);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k')
        return;
      event.preventDefault();
      setTyped('');
      setOpening(true);
      setOpen((was) => !was);
    };
    window.addEventListener(paletteEvent, show);
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener(paletteEvent, show);
      window.removeEventListener('keydown', onKeyDown);
    };
  }, []);
  // Keys pressed before the field is there belong to it: single letters would act on the list of cases.
  useEffect(() => {
    if (!open || !opening) return undefined;
    const keep = (event: KeyboardEvent) => {
      const { key } = event;
      if (!isForField(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (key === 'Escape') setOpen(false);
      else if (key === 'Backspace') setTyped((words) => words.slice(0, -1));
      else if (key.length === 1) setTyped((words) => words + key);
    };
    window.addEventListener('keydown', keep, { capture: true });
    return () => window.removeEventListener('keydown', keep, { capture: true });
  }, [open, opening]);
  return (
    open !== undefined && (
      <Suspense>
        <CommandPalette
          open={open}
          onClose={() => setOpen(false)}
          places={places}
          typed={typed}
          onType={setTyped}
          onReady={() => setOpening(false)}
        />
      </Suspense>
    )
  );
}
