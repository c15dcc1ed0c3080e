// @bundle route
import { comparePersonName, isAnotherPerson } from '@konsil/contracts/person-names';
import type { IncomingFile } from '@konsil/documents-upload/incoming';
import type { ReadSummary } from './ips.ts';

interface Here {
  first_name: string;
  last_name: string;
  date_of_birth: string;
}

/** Another person that files of a set name: the name in DICOM form, the day as `YYYY-MM-DD`. */
export interface NamedOther {
  name: string;
  birthDate: string;
  count: number;
}

/** True if a summary names this person by name and date of birth. */
export const isOfPerson = ({ name, birthDate }: ReadSummary, here: Here): boolean =>
  comparePersonName(name, here) === 'same' && birthDate === here.date_of_birth;

/** The other people that files of a set name, and the number of files that name nobody. */
export const comparePeople = (
  files: readonly IncomingFile[],
  summaries: readonly ReadSummary[],
  here: Here,
): { others: NamedOther[]; unnamed: number } => {
  const others = new Map<string, NamedOther>();
  const count = (name: string, birthDate: string) => {
    const key = `${name} ${birthDate}`;
    others.set(key, { name, birthDate, count: (others.get(key)?.count ?? 0) + 1 });
  };
  for (const { person } of files)
    if (person && isAnotherPerson(person, here)) count(person.patientName, person.birthDate ?? '');
  for (const summary of summaries) if (!isOfPerson(summary, here)) count(summary.name, summary.birthDate);
  return { others: [...others.values()], unnamed: files.filter(({ person }) => person === null).length };
};
