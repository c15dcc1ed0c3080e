import type { ViewedCase } from '@konsil/contracts/viewed-case';
import type { DicomInstance } from '../dicom-instance.ts';

/** One image and the document whose file holds it. */
export interface StoredInstance extends DicomInstance {
  documentId: string;
}

/** The right to look at one study, opened from one document; whoever grants it may keep more in it. */
export interface StudyGrant {
  studyUid: string;
  documentId: string;
  /** Names the reader and the case. Two studies with one UID that differ in it never share an address. */
  whose: string;
}

/** Where DICOMweb gets its images from. It decides what a bearer may see, at every call anew. */
export interface StudySource<Grant extends StudyGrant = StudyGrant> {
  /**
   * The rights behind the session tokens that still hold; tokens that are unknown or over are left out.
   * @param looking somebody looks at the pictures, so the sessions last longer for it
   */
  grantsOf(tokens: string[], looking: boolean): Promise<Grant[]>;
  /** Every image of the granted study that the bearer may see. */
  instances(grant: Grant): Promise<StoredInstance[]>;
  /** The case that the images were opened from; null where nothing is known of it. */
  caseOf(grant: Grant): Promise<ViewedCase | null>;
  /** Bytes of a document's stored file: from `start` up to, not including, `end`. */
  readFile(documentId: string, start: number, end: number): AsyncIterable<Buffer>;
}

/** An image and the name that its address has in place of the instance UID, which it may share with others. */
export interface AddressedInstance extends StoredInstance {
  addressed: string;
}

const isCopy = (a: StoredInstance, b: StoredInstance): boolean => a.sha256 !== undefined && a.sha256 === b.sha256;

/**
 * Every image once: byte-equal copies are left out, different images under one instance UID are kept, each with an address of its own.
 * The document that the study was opened from comes first, then whatever was there earlier.
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
    // The tilde stands in no UID, and document and member name the same image at every call.
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

/** The metadata says where the image and its bulk data are, so that a viewer need not guess. */
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
