import { useEffect, useId, useRef, useState } from 'react';

/**
 * A button that expands a part of the page beside it. The part closes on Escape (the focus returns to the button), on a
 * press or focus elsewhere, and when `closeOn` changes (e.g. the path).
 */
export function useDisclosure(closeOn?: unknown) {
  const [open, setOpen] = useState(false);
  const [seen, setSeen] = useState(closeOn);
  const region = useRef<HTMLDivElement & HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const contentId = useId();

  if (seen !== closeOn) {
    setSeen(closeOn);
    setOpen(false);
  }

  useEffect(() => {
    if (!open) return undefined;
    const leave = (event: Event) => {
      if (!region.current?.contains(event.target as Node)) setOpen(false);
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('keydown', escape);
    };
  }, [open]);

  return {
    open,
    close: () => setOpen(false),
    regionRef: region,
    buttonProps: {
      ref: button,
      type: 'button' as const,
      'aria-expanded': open,
      'aria-controls': contentId,
      onClick: () => setOpen((now) => !now),
    },
    contentProps: { id: contentId, 'data-open': open || undefined },
  };
}
