import { useEffect, useRef, useState } from 'react';

/** The "more tools" popover: closes by its button, by `close`, or by Escape inside `regionRef`, which return the focus. */
export function useMoreTools() {
  const [open, setOpen] = useState(false);
  const regionRef = useRef<HTMLDivElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    buttonRef.current?.focus();
  };
  useEffect(() => {
    const region = regionRef.current;
    if (!open || !region) return;
    const escape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close();
    };
    region.addEventListener('keydown', escape);
    return () => region.removeEventListener('keydown', escape);
  }, [open]);
  return {
    open,
    close,
    regionRef,
    buttonProps: { ref: buttonRef, 'aria-expanded': open, onClick: () => setOpen(!open) },
  };
}
