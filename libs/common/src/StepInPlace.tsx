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
  const [open, setOpen] = useState(false);
  const used = useRef(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (used.current) box.current?.querySelector<HTMLElement>(open ? 'input' : 'button')?.focus();
  }, [open]);
  const turn = (to: boolean) => () => {
    used.current = true;
    setOpen(to);
  };
  return <div ref={box}>{open ? children(turn(false)) : closed(turn(true))}</div>;
}
