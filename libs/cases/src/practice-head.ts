import { createContext } from 'react';

/** The heads of a doctor's letters, as their PDF has them. */
export interface PracticeHead {
  /** The doctor's name; other authors' letters do not get these heads. */
  writer: string;
  /** Empty for a doctor without one. */
  name: string;
  /** Address, phone, email. */
  lines: string[];
  logo?: { src: string; alt: string } | undefined;
}

/** The heads for the sheets inside a PrintedLetter. */
export const PracticeHeadContext = createContext<PracticeHead | undefined>(undefined);
