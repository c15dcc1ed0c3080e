import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';

export interface StepInPlaceProps {
  /** The button that opens the form. */
  closed: (open: () => void) => ReactNode;
  /** The form. */
  children: (close: () => void) => ReactNode;
}

/** An inline form that replaces its button: opening focuses the form, closing focuses the button. */
export function StepInPlace({ closed, children }: StepInPlaceProps) {
  const [open, setOpen] = useState<boolean>();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open !== undefined) box.current?.querySelector<HTMLElement>(open ? 'input' : 'button')?.focus();
  }, [open]);
  return <div ref={box}>{open ? children(() => setOpen(false)) : closed(() => setOpen(true))}</div>;
}
