import { createContext, use, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { later } from '../foundation/later';

export interface ToastOptions {
  text: string;
  tone?: 'info' | 'success' | 'danger';
  /** One way to take it back: "Rückgängig". */
  action?: { label: string; onClick: () => void };
  /** Where it can be seen: "Ansehen". */
  link?: { label: string; to: string };
  /** A newer one of the same name takes its place. */
  id?: string;
}
type Show = (options: ToastOptions) => void;

/** Holds toasts until there is a place to show them. */
export interface ToastBox {
  put: Show;
  /** From now on they are shown by `show`; returns what ends that. */
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

/** Milliseconds in which a page is likely to have got its content; before, the code of toasts and dialogs would be in its way. */
const calm = 3000;

export interface ToastWords {
  /** The name of the place where they appear: "Meldungen". */
  region: string;
  close: string;
}
export interface ToastProviderProps {
  words: ToastWords;
  children: ReactNode;
}

/** Takes toasts from all pages inside, once around the signed-in pages. The code that shows them comes with the first, or when the page is calm. */
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
 * Says what was done, politely, with a way to take it back, or what has come. Failures belong where they happened, as an
 * Alert; one of a single click may be said here, at once, and stays until it is closed.
 */
export function useToast(): Show {
  const show = use(ToastContext);
  if (!show) throw new Error('useToast outside a ToastProvider');
  return show;
}
