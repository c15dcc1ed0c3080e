import { useEffect, useRef } from 'react';

/** Accepts files pasted anywhere on the page, such as a screenshot. Pasted text stays text. */
export const usePastedFiles = (onFiles: (files: File[]) => void): void => {
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      take.current(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
};
