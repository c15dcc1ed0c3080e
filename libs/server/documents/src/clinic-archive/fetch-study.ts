import { fullName } from '@konsil/contracts/full-name';
import type { NamedPerson } from '@konsil/contracts/documents';
import { differencesOf, readablePersonName, type PicturedPerson } from '@konsil/contracts/person-names';
import type { PatientFields } from '@konsil/contracts/patients';
import { originOf } from '@konsil/server-dicom/parse-instance';
import { Problem } from '@konsil/server-platform/http/problems';
import {
  discardInstances,
  failureReasons,
  receiveObjects,
  type ReceivedInstances,
} from '../upload/receive-instances.ts';
import type { ReceivingParts, Sending } from '../upload/receive-files.ts';
import { ArchiveProblem, findStudies, retrieveStudy, type ArchiveAddress } from './ask-archive.ts';

type Patient = Pick<PatientFields, 'first_name' | 'last_name' | 'date_of_birth'>;
interface Wanted {
  patientNumber: string;
  studyUid: string;
  patient: Patient;
  /** The doctor confirmed that images of another name and birth date are the patient's. */
  isConfirmed: boolean;
}

/** Name and birth date in the images are others than the patient's. */
export class OtherPerson extends Error {
  readonly stranger: { named: NamedPerson; patient: NamedPerson };
  constructor({ patientName, birthDate }: PicturedPerson, patient: Patient) {
    super('the images are of another person');
    this.stranger = {
      named: { name: readablePersonName(patientName), birth_date: birthDate },
      patient: { name: fullName(patient), birth_date: patient.date_of_birth },
    };
  }
}

/** Wraps a refusal of the received bytes; other refusals are passed on unchanged. */
const asFailure = (error: unknown): unknown => {
  if (!(error instanceof Problem)) return error;
  const [first] = error.details.errors ?? [];
  if (error.code === 'unreadable') return new ArchiveProblem('cut');
  if (error.code === 'unsupported_type') return new ArchiveProblem('wrong', 'its answer is no DICOM');
  if (error.code === 'invalid') return new ArchiveProblem(first?.code === 'tooMany' ? 'too_large' : 'nothing');
  return error;
};

/**
 * Retrieves a study of the archive, wholly or not at all: nothing is kept after a failure.
 * @throws {ArchiveProblem}
 * @throws {OtherPerson}
 * @throws {Problem} such as a full quota
 */
export const fetchStudy = async (
  parts: ReceivingParts,
  archive: ArchiveAddress,
  sending: Sending,
  { patientNumber, studyUid, patient, isConfirmed }: Wanted,
): Promise<ReceivedInstances> => {
  const [study] = await findStudies(archive, { patientNumber, studyUid });
  if (!study) throw new ArchiveProblem('nothing');
  const refuseStranger = (pictured: PicturedPerson) => {
    if (!isConfirmed && differencesOf(pictured, patient).length === 2) throw new OtherPerson(pictured, patient);
  };
  refuseStranger(study);
  return retrieveStudy(archive, studyUid, async (body) => {
    const received = await receiveObjects(parts, body, sending, {
      look: (bytes) => {
        const of = originOf(bytes);
        if (of?.studyUid !== studyUid || of.patientId !== patientNumber)
          throw new ArchiveProblem('foreign', 'it sent what was not asked for');
        refuseStranger(of);
      },
      refused: (reason) => {
        if (reason === failureReasons.resources) throw new ArchiveProblem('too_large');
        if (reason === failureReasons.processing) throw new ArchiveProblem('infected');
      },
    }).catch((error: unknown) => {
      throw asFailure(error);
    });
    if (received.groups.length === 0) throw new ArchiveProblem('nothing');
    const stored = received.groups.reduce((sum, { instances }) => sum + instances.length, 0);
    if (study.images === null || stored + received.failed.length >= study.images) return received;
    await discardInstances(parts, received);
    throw new ArchiveProblem('cut', 'it sent fewer objects than it has');
  });
};
