import type { DicomSummary, StudySummary } from '@konsil/contracts/documents';
import type { PatientFields } from '@konsil/contracts/patients';
import type { DicomInstance } from '../../imaging/dicom-instance.ts';

type Person = Pick<PatientFields, 'first_name' | 'last_name' | 'date_of_birth'>;
type Pictured = Pick<DicomInstance, 'patientName' | 'birthDate'>;

const letters = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/ß/g, 'ss').replace(/[^\p{L}]/gu, '');
const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' };
/** Devices write Müller as MULLER or as MUELLER. */
const spellings = (text: string): string[] => [letters(text), letters(text.normalize('NFC').toLowerCase().replace(/[äöü]/g, (letter) => umlauts[letter] ?? letter))];
const sameName = (a: string, b: string): boolean => spellings(a).some((spelling) => spellings(b).includes(spelling));

const firstWord = (text: string): string => text.trim().split(/[\s-]+/)[0] ?? '';

/** Whether an image carries another person's name or birth date. What it does not say is no contradiction. */
const differs = ({ patientName, birthDate }: Pictured, patient: Person): boolean => {
  const [family = '', given = ''] = patientName.split('^');
  if (birthDate && birthDate !== patient.date_of_birth) return true;
  if (letters(family) && !sameName(family, patient.last_name)) return true;
  return letters(given) !== '' && !sameName(firstWord(given), firstWord(patient.first_name));
};

const readable = (patientName: string): string => {
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] = patientName.split('^').map((part) => part.trim());
  return [prefix, given, middle, family, suffix].filter(Boolean).join(' ');
};

const summarizeStudy = (instances: readonly [DicomInstance, ...DicomInstance[]]): StudySummary => {
  const [first] = instances;
  return {
    study_uid: first.studyUid,
    modality: first.modality,
    study_date: first.studyDate,
    description: first.studyDescription || first.seriesDescription,
    series: new Set(instances.map((instance) => instance.seriesUid)).size,
    images: instances.reduce((images, instance) => images + instance.frames, 0),
  };
};

/** What is kept of the images of an upload; whether they are of somebody else is told when it is read, as records are corrected later. */
export type KeptSummary = Omit<DicomSummary, 'mismatch'> & {
  /** Whoever stands on the images, as they say it. */
  people?: Pictured[];
  /** What was said at the upload, of those from before people were kept. */
  mismatch?: boolean;
};

// More would only be there to fill the row.
const mostPeople = 50;
const peopleOn = (instances: readonly Pictured[]): Pictured[] =>
  [...new Map(instances.map(({ patientName, birthDate }) => [`${patientName} ${birthDate}`, { patientName, birthDate }])).values()].slice(0, mostPeople);

/** A kept summary held against the patient as their record is now. */
export const heldAgainst = ({ people, mismatch = false, ...summary }: KeptSummary, patient: Person): DicomSummary =>
  ({ ...summary, mismatch: people ? people.some((pictured) => differs(pictured, patient)) : mismatch });

/** What an upload of images says of itself. Of several studies the largest comes first. */
export const summarizeDicom = (instances: readonly DicomInstance[]): KeptSummary | null => {
  const studies = new Map<string, [DicomInstance, ...DicomInstance[]]>();
  for (const instance of instances) {
    const study = studies.get(instance.studyUid);
    if (study) study.push(instance);
    else studies.set(instance.studyUid, [instance]);
  }
  const [largest, ...others] = [...studies.values()].sort((a, b) => b.length - a.length);
  if (!largest) return null;
  return {
    ...summarizeStudy(largest),
    ...(others.length > 0 && { other_studies: others.map(summarizeStudy) }),
    patient_name: readable(largest[0].patientName),
    birth_date: largest[0].birthDate,
    people: peopleOn(instances),
  };
};
