import type { ReactNode } from 'react';

/** One entry of a navigation. */
export interface NavItem {
  to: string;
  label: string;
  icon?: ReactNode;
  /** How much waits there; `label` is spoken after the number. Warm only where the reader must act. */
  badge?: { count: number; label?: string; tone?: 'you' | 'plain' };
  current?: boolean;
}

/** A link without a picture, in footers and menus. */
export interface PlainNavItem {
  to: string;
  label: string;
  current?: boolean;
}

/** The words a shell needs for itself. */
export interface ShellWords {
  /** "Zum Inhalt" */
  skip: string;
  /** "Hauptnavigation" */
  mainNavigation: string;
  /** "Konto und Hilfe" */
  account: string;
  /** "Menü" */
  menu: string;
  /** "Fußzeile" */
  footer: string;
  signOut: string;
}

export interface ShellPerson {
  name: string;
}
