import type { DicomSummary, NamedPerson, StudySummary } from '@konsil/contracts/documents';
import { fullName } from '@konsil/contracts/full-name';
import type { PatientFields } from '@konsil/contracts/patients';
import { isAnotherPerson, readablePersonName, type PicturedPerson } from '@konsil/contracts/person-names';
import type { DicomInstance } from '@konsil/server-dicom/dicom-instance';
import { firstImageOf, withoutRegions } from '@konsil/server-dicom/first-image';

type Person = Pick<PatientFields, 'first_name' | 'last_name' | 'date_of_birth'>;

const summarizeStudy = (instances: readonly [DicomInstance, ...DicomInstance[]]): StudySummary => {
  const first = firstImageOf(instances);
  const images = withoutRegions(instances);
  return {
    study_uid: first.studyUid,
    modality: first.modality,
    study_date: first.studyDate,
    description: first.studyDescription || first.seriesDescription,
    series: new Set(images.map((instance) => instance.seriesUid)).size,
    images: images.reduce((frames, instance) => frames + instance.frames, 0),
  };
};

const named = ({ patientName, birthDate }: PicturedPerson): NamedPerson => ({
  name: readablePersonName(patientName),
  birth_date: birthDate,
});

/** The person named in a file if it is not this patient, with the patient; undefined otherwise. */
export const otherPersonIn = (
  people: readonly PicturedPerson[],
  patient: Person,
): { named: NamedPerson; patient: NamedPerson } | undefined => {
  const stranger = people.find((person) => isAnotherPerson(person, patient));
  return (
    stranger && { named: named(stranger), patient: { name: fullName(patient), birth_date: patient.date_of_birth } }
  );
};

/**
 * The stored summary of an imaging upload; the mismatch is computed on reading, because patient records get corrected.
 */
export type KeptSummary = Omit<DicomSummary, 'mismatch'> & {
  /** The people named in the images, as written there. */
  people?: PicturedPerson[];
  /** The mismatch at the time of upload, in summaries from before `people` existed. */
  mismatch?: boolean;
};

// More would only fill the row.
const mostPeople = 50;
const peopleOn = (instances: readonly PicturedPerson[]): PicturedPerson[] =>
  [
    ...new Map(
      instances.map(({ patientName, birthDate }) => [`${patientName} ${birthDate}`, { patientName, birthDate }]),
    ).values(),
  ].slice(0, mostPeople);

/** Compares a stored summary with the patient's current record; if it contains another person, it names that one. */
export const comparedWith = ({ people, mismatch = false, ...summary }: KeptSummary, patient: Person): DicomSummary => {
  if (!people) return { ...summary, mismatch };
  const stranger = otherPersonIn(people, patient);
  return stranger
    ? { ...summary, patient_name: stranger.named.name, birth_date: stranger.named.birth_date, mismatch: true }
    : { ...summary, mismatch: false };
};

/** The people of a stored summary; older summaries name one. */
export const peopleOf = ({ people, patient_name: patientName, birth_date: birthDate }: KeptSummary): PicturedPerson[] =>
  people ?? [{ patientName, birthDate }];

/** Summarises an imaging upload. Of several studies the largest comes first. */
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
    patient_name: readablePersonName(largest[0].patientName),
    birth_date: largest[0].birthDate,
    people: peopleOn(instances),
  };
};
