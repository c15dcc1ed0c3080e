import type { ReactNode } from 'react';

export interface NavItem {
  to: string;
  label: string;
  icon?: ReactNode;
  /** A count; `label` is spoken after the number. Highlighted only where the reader must act. */
  badge?: { count: number; label?: string; tone?: 'you' | 'plain' };
  current?: boolean;
}

/** A link without an icon, in footers and menus. */
export interface PlainNavItem {
  to: string;
  label: string;
  current?: boolean;
}

/** The texts of a shell. */
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
