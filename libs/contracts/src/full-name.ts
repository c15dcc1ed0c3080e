// @bundle ui
import type { PatientName } from './patients.ts';

/** "Miriam Adler" */
export const fullName = ({ first_name, last_name }: Pick<PatientName, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`;
