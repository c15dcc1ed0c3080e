import { useEffect, useRef, useState } from 'react';

/** The "more tools" popover: closes by its button, or by Escape inside `regionRef`, which returns the focus. */
export function useMoreTools() {
  const [open, setOpen] = useState(false);
  const regionRef = useRef<HTMLDivElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const region = regionRef.current;
    if (!open || !region) return;
    const escape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      buttonRef.current?.focus();
    };
    region.addEventListener('keydown', escape);
    return () => region.removeEventListener('keydown', escape);
  }, [open]);
  return { open, regionRef, buttonProps: { ref: buttonRef, 'aria-expanded': open, onClick: () => setOpen(!open) } };
}
