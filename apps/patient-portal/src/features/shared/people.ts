import type { PatientName } from '@konsil/contracts/patients';

/** "Miriam Adler" */
export const fullName = ({ first_name, last_name }: Pick<PatientName, 'first_name' | 'last_name'>): string => `${first_name} ${last_name}`;

/** The account holder's own record first, then the others as they come. */
export const ownFirst = <P extends { relationship: string }>(people: readonly P[]): P[] =>
  [...people].sort((a, b) => Number(b.relationship === 'self') - Number(a.relationship === 'self'));
