import type { NavItem } from '@konsil/ui';
import { lazy, Suspense, useEffect, useState } from 'react';

const CommandPalette = lazy(() => import('./CommandPalette').then((module) => ({ default: module.CommandPalette })));

const paletteEvent = 'konsil:palette';
/** Opens the command palette, where there is no keyboard. */
export const openPalette = (): void => void window.dispatchEvent(new Event(paletteEvent));

/** The command palette behind Ctrl+K or Cmd+K; its code loads when it is first opened. */
export function Palette({ places }: { places: readonly NavItem[] }) {
  // Undefined until first opened; then it stays mounted for its closing transition.
  const [open, setOpen] = useState<boolean>();
  useEffect(() => {
    const show = () => setOpen(true);
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k')
        return;
      event.preventDefault();
      setOpen((was) => !was);
    };
    window.addEventListener(paletteEvent, show);
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener(paletteEvent, show);
      window.removeEventListener('keydown', onKeyDown);
    };
  }, []);
  return (
    open !== undefined && (
      <Suspense>
        <CommandPalette open={open} onClose={() => setOpen(false)} places={places} />
      </Suspense>
    )
  );
}
