import type { DicomSummary, StudySummary } from '@konsil/contracts/documents';
import type { PatientFields } from '@konsil/contracts/patients';
import { isAnotherPerson, readablePersonName, type PicturedPerson } from '@konsil/contracts/person-names';
import type { DicomInstance } from '../../imaging/dicom-instance.ts';

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
  [...new Map(instances.map(({ patientName, birthDate }) => [`${patientName} ${birthDate}`, { patientName, birthDate }])).values()].slice(0, mostPeople);

/** A kept summary held against the patient as their record is now. */
export const heldAgainst = ({ people, mismatch = false, ...summary }: KeptSummary, patient: Person): DicomSummary =>
  ({ ...summary, mismatch: people ? people.some((pictured) => isAnotherPerson(pictured, patient)) : mismatch });

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
