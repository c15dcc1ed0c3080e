import type { DicomSummary } from '@konsil/contracts/documents';
import type { PatientFields } from '@konsil/contracts/patients';
import type { DicomInstance } from '../../imaging/dicom-instance.ts';

type Person = Pick<PatientFields, 'first_name' | 'last_name' | 'date_of_birth'>;

const letters = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/ß/g, 'ss').replace(/[^\p{L}]/gu, '');
const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' };
/** Devices write Müller as MULLER or as MUELLER. */
const spellings = (text: string): string[] => [letters(text), letters(text.normalize('NFC').toLowerCase().replace(/[äöü]/g, (letter) => umlauts[letter] ?? letter))];
const sameName = (a: string, b: string): boolean => spellings(a).some((spelling) => spellings(b).includes(spelling));

const firstWord = (text: string): string => text.trim().split(/[\s-]+/)[0] ?? '';

/** Whether an image carries another person's name or birth date. What it does not say is no contradiction. */
const differs = ({ patientName, birthDate }: Pick<DicomInstance, 'patientName' | 'birthDate'>, patient: Person): boolean => {
  const [family = '', given = ''] = patientName.split('^');
  if (birthDate && birthDate !== patient.date_of_birth) return true;
  if (letters(family) && !sameName(family, patient.last_name)) return true;
  return letters(given) !== '' && !sameName(firstWord(given), firstWord(patient.first_name));
};

const readable = (patientName: string): string => {
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] = patientName.split('^').map((part) => part.trim());
  return [prefix, given, middle, family, suffix].filter(Boolean).join(' ');
};

/** What an upload of images says of itself, held against the patient of the case. Of several studies it names the largest. */
export const summarizeDicom = (instances: readonly DicomInstance[], patient: Person): DicomSummary | null => {
  const uids = [...new Set(instances.map((instance) => instance.studyUid))];
  const studies = uids.map((uid) => instances.filter((instance) => instance.studyUid === uid));
  const [largest = []] = studies.sort((a, b) => b.length - a.length);
  const [first] = largest;
  if (!first) return null;
  return {
    study_uid: first.studyUid,
    modality: first.modality,
    study_date: first.studyDate,
    description: first.studyDescription || first.seriesDescription,
    series: new Set(largest.map((instance) => instance.seriesUid)).size,
    images: largest.reduce((images, instance) => images + instance.frames, 0),
    patient_name: readable(first.patientName),
    birth_date: first.birthDate,
    mismatch: instances.some((instance) => differs(instance, patient)),
  };
};
