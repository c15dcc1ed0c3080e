import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';

export interface StepInPlaceProps {
  /** The button that opens the step. */
  closed: (open: () => void) => ReactNode;
  /** Its form. */
  children: (close: () => void) => ReactNode;
}

/** A form that opens in the place of its button: who opens it types at once, who leaves it is back at the button. */
export function StepInPlace({ closed, children }: StepInPlaceProps) {
  const [open, setOpen] = useState<boolean>();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open !== undefined) box.current?.querySelector<HTMLElement>(open ? 'input' : 'button')?.focus();
  }, [open]);
  return <div ref={box}>{open ? children(() => setOpen(false)) : closed(() => setOpen(true))}</div>;
}
