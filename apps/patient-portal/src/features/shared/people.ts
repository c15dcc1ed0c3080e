import type { PatientName } from '@konsil/contracts/patients';

/** "Miriam Adler" */
export const fullName = ({ first_name, last_name }: Pick<PatientName, 'first_name' | 'last_name'>): string => `${first_name} ${last_name}`;
