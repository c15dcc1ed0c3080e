// @bundle route
import type { Gender } from '@konsil/contracts/codes';
import { comparePersonName, isAnotherPerson } from '@konsil/contracts/person-names';
import type { IncomingFile } from '@konsil/documents-upload/incoming';
import type { Format } from '@konsil/i18n';
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

type Named = Pick<ReadSummary, 'names' | 'birthDate'>;

/** True if a summary names this person by date of birth and one of its names, also a former one. */
export const isOfPerson = ({ names, birthDate }: Named, here: Here): boolean =>
  birthDate === here.date_of_birth && names.some((name) => comparePersonName(name, here) === 'same');

const gendersInFhir: Record<string, Gender> = { male: 'M', female: 'F' };
/** The gender in a summary if it contradicts the record; `other`, `unknown` and `D` contradict nothing. */
export const otherGender = ({ gender }: Pick<ReadSummary, 'gender'>, here: { gender: Gender }): Gender | null => {
  const there = gendersInFhir[gender];
  return there && here.gender !== 'D' && there !== here.gender ? there : null;
};

/** A date of birth as the reader writes it, or as much of it as there is; empty if it is not given. */
export const bornText = (birthDate: string, { day }: Pick<Format, 'day'>): string => {
  if (/^\d{4}-\d\d-\d\d$/.test(birthDate)) return day(birthDate);
  const [, year = '', month] = /^(\d{4})(?:-(\d\d))?$/.exec(birthDate) ?? [];
  return month ? `${month}/${year}` : year;
};

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
