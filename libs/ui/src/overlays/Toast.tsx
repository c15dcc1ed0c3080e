import { createContext, use, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { later } from '../foundation/later';

export interface ToastOptions {
  text: string;
  tone?: 'info' | 'success' | 'danger';
  /** A way to undo: "Rückgängig". */
  action?: { label: string; onClick: () => void };
  /** A link to the subject: "Ansehen". */
  link?: { label: string; to: string };
  /** A newer toast with the same id replaces it. */
  id?: string;
}
type Show = (options: ToastOptions) => void;

/** Queues toasts until they can be shown. */
export interface ToastBox {
  put: Show;
  /** Passes queued and new toasts to `show`; returns a function that stops it. */
  open: (show: Show) => () => void;
}

const toastBox = (onFirst: () => void): ToastBox => {
  const waiting: ToastOptions[] = [];
  let shownBy: Show | undefined;
  return {
    put: (options) => {
      if (shownBy) return shownBy(options);
      waiting.push(options);
      onFirst();
    },
    open: (show) => {
      shownBy = show;
      waiting.splice(0).forEach(show);
      return () => (shownBy = undefined);
    },
  };
};

const ToastContext = createContext<Show | undefined>(undefined);

const ToastPlace = later(() => import('./ToastPlace').then((module) => module.ToastPlace));

/**
 * Milliseconds until a page has probably rendered its content; earlier, the code of toasts and dialogs would compete
 * with it.
 */
const calm = 3000;

export interface ToastWords {
  /** The name of the region: "Meldungen". */
  region: string;
  close: string;
}
export interface ToastProviderProps {
  words: ToastWords;
  children: ReactNode;
}

/**
 * Shows toasts of all pages inside; once around the signed-in pages. Its code loads with the first toast, or when the
 * page is idle.
 */
export function ToastProvider({ words, children }: ToastProviderProps) {
  const [placed, setPlaced] = useState(false);
  const [box] = useState(() => toastBox(() => setPlaced(true)));
  useEffect(() => {
    const timer = setTimeout(() => setPlaced(true), calm);
    return () => clearTimeout(timer);
  }, []);
  return (
    <ToastContext value={box.put}>
      {children}
      {placed && <ToastPlace words={words} box={box} />}
    </ToastContext>
  );
}

/**
 * Announces what was done, politely, with a way to undo it, or what is new. Failures belong where they happened, as an
 * Alert; that of a single click may be a toast, announced at once, which stays until closed.
 */
export function useToast(): Show {
  const show = use(ToastContext);
  if (!show) throw new Error('useToast outside a ToastProvider');
  return show;
}
