import type { AnsweredMeasurements, KeptMeasurements, MeasurementsWrite } from '@konsil/contracts/measurements';
import type { Beside, ClosedReason, OtherStudy, ViewedCase } from '@konsil/contracts/viewed-case';
import type { DicomInstance } from '../dicom-instance.ts';
import type { OpenedStudy } from './study-cookies.ts';

/** One image and the document whose file contains it. */
export interface StoredInstance extends DicomInstance {
  documentId: string;
}

/** The access to one study, opened from one document; implementations may add fields. */
export interface StudyGrant {
  studyUid: string;
  documentId: string;
  /** Identifies reader and case. Two studies with one UID that differ in it never share a URL. */
  whose: string;
}

/** The source of DICOMweb's images. Checks the bearer's access on every request. */
export interface StudySource<Grant extends StudyGrant = StudyGrant> {
  /**
   * The rights behind the session tokens that are still valid; unknown and expired tokens are left out.
   * @param looking true if a user is viewing the pictures, which extends the sessions
   */
  grantsOf(tokens: string[], looking: boolean): Promise<Grant[]>;
  /** The reason why a token that opened a study opens it no more; null while it does, or where that is not known any more. */
  whyClosed(token: string): Promise<ClosedReason | null>;
  /** Every image of the granted study that the bearer may see. */
  instances(grant: Grant): Promise<StoredInstance[]>;
  /** The case that the images were opened from; null if unknown. */
  caseOf(grant: Grant): Promise<ViewedCase | null>;
  /** Other studies of the same person that the bearer may see, in this case and in others. */
  others(grant: Grant): Promise<OtherStudy[]>;
  /** Opens another study of the same person; null if it is none of `others`. */
  openBeside(grant: Grant, wanted: Beside): Promise<OpenedStudy | null>;
  /** The bearer's measurements for the case; null unless the bearer may answer it. */
  measurements(grant: Grant): Promise<KeptMeasurements | null>;
  /** Saves them; `conflict` if they changed since the writer read them, null like above. */
  keepMeasurements(grant: Grant, write: MeasurementsWrite): Promise<{ revision: string } | 'conflict' | null>;
  /** Measurements of the person that were sent with answers which the bearer may read. */
  answered(grant: Grant): Promise<AnsweredMeasurements[]>;
  /** Bytes of a document's stored file from `start` to `end` (exclusive). */
  readFile(documentId: string, start: number, end: number): AsyncIterable<Buffer>;
}

/** An image with a unique name for its URL, because instance UIDs may be shared. */
export interface AddressedInstance extends StoredInstance {
  addressed: string;
}

const isCopy = (a: StoredInstance, b: StoredInstance): boolean => a.sha256 !== undefined && a.sha256 === b.sha256;

/**
 * Every image once: byte-equal duplicates are left out, different images with one instance UID get separate URLs.
 * Starts with the document that the study was opened from, then by age.
 */
export function addressedOf(
  instances: StoredInstance[],
  { documentId }: Pick<StudyGrant, 'documentId'>,
): AddressedInstance[] {
  const openedFirst = [
    ...instances.filter((one) => one.documentId === documentId),
    ...instances.filter((one) => one.documentId !== documentId),
  ];
  const byUids = new Map<string, AddressedInstance[]>();
  for (const instance of openedFirst) {
    const uids = `${instance.seriesUid}/${instance.instanceUid}`;
    const twins = byUids.get(uids) ?? [];
    byUids.set(uids, twins);
    if (twins.some((twin) => isCopy(twin, instance))) continue;
    // No UID contains a tilde, and document and member identify the image in every request.
    const addressed =
      twins.length === 0
        ? instance.instanceUid
        : `${instance.instanceUid}~${instance.documentId}~${instance.storedAt.member}`;
    twins.push(twins.length === 0 ? { ...instance, addressed } : withAddress(instance, addressed));
  }
  return [...byUids.values()]
    .flat()
    .sort(
      (a, b) =>
        (a.seriesNumber ?? 0) - (b.seriesNumber ?? 0) ||
        a.seriesUid.localeCompare(b.seriesUid) ||
        (a.instanceNumber ?? 0) - (b.instanceNumber ?? 0),
    );
}

/** Adds the URLs of the image and its bulk data to the metadata. */
function withAddress(instance: StoredInstance, addressed: string): AddressedInstance {
  const url = `/dicom-web/studies/${instance.studyUid}/series/${instance.seriesUid}/instances/`;
  const metadata = instance.metadata.replaceAll(
    `"${url}${instance.instanceUid}/bulkdata/`,
    `"${url}${addressed}/bulkdata/`,
  );
  return {
    ...instance,
    addressed,
    metadata: `${metadata.slice(0, -1)}${metadata.length > 2 ? ',' : ''}"00081190":${JSON.stringify({ vr: 'UR', Value: [url + addressed] })}}`,
  };
}
