import type { DicomSummary, NamedPerson, StudySummary } from '@konsil/contracts/documents';
import { fullName } from '@konsil/contracts/full-name';
import type { PatientFields } from '@konsil/contracts/patients';
import { isAnotherPerson, readablePersonName, type PicturedPerson } from '@konsil/contracts/person-names';
import type { DicomInstance } from '@konsil/server-dicom/dicom-instance';

type Person = Pick<PatientFields, 'first_name' | 'last_name' | 'date_of_birth'>;

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

const named = ({ patientName, birthDate }: PicturedPerson): NamedPerson => ({
  name: readablePersonName(patientName),
  birth_date: birthDate,
});

/** Whom a file names that is not this patient, with the patient; undefined where nobody else is named. */
export const strangerAmong = (
  people: readonly PicturedPerson[],
  patient: Person,
): { named: NamedPerson; patient: NamedPerson } | undefined => {
  const stranger = people.find((person) => isAnotherPerson(person, patient));
  return (
    stranger && { named: named(stranger), patient: { name: fullName(patient), birth_date: patient.date_of_birth } }
  );
};

/** What is kept of the images of an upload; whether they are of somebody else is told when it is read, as records are corrected later. */
export type KeptSummary = Omit<DicomSummary, 'mismatch'> & {
  /** Whoever stands on the images, as they say it. */
  people?: PicturedPerson[];
  /** What was said at the upload, of those from before people were kept. */
  mismatch?: boolean;
};

// More would only be there to fill the row.
const mostPeople = 50;
const peopleOn = (instances: readonly PicturedPerson[]): PicturedPerson[] =>
  [
    ...new Map(
      instances.map(({ patientName, birthDate }) => [`${patientName} ${birthDate}`, { patientName, birthDate }]),
    ).values(),
  ].slice(0, mostPeople);

/** A kept summary held against the patient as their record is now; where somebody else is among its people, it names that one. */
export const heldAgainst = ({ people, mismatch = false, ...summary }: KeptSummary, patient: Person): DicomSummary => {
  if (!people) return { ...summary, mismatch };
  const stranger = strangerAmong(people, patient);
  return stranger
    ? { ...summary, patient_name: stranger.named.name, birth_date: stranger.named.birth_date, mismatch: true }
    : { ...summary, mismatch: false };
};

/** The people of a kept summary; of one from before people were kept, the one that it names. */
export const peopleOf = ({ people, patient_name: patientName, birth_date: birthDate }: KeptSummary): PicturedPerson[] =>
  people ?? [{ patientName, birthDate }];

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
    patient_name: readablePersonName(largest[0].patientName),
    birth_date: largest[0].birthDate,
    people: peopleOn(instances),
  };
};
