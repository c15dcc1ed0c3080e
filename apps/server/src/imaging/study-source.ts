import type { DicomInstance } from './dicom-instance.ts';

/** One image and the document whose file holds it. */
export interface StoredInstance extends DicomInstance {
  documentId: string;
}

/** The right to look at one study, opened from one document; whoever grants it may keep more in it. */
export interface StudyGrant {
  studyUid: string;
  documentId: string;
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
  /** Bytes of a document's stored file: from `start` up to, not including, `end`. */
  readFile(documentId: string, start: number, end: number): AsyncIterable<Buffer>;
}

/**
 * One image for each instance UID: different bytes under one UID are common, but an address can name only one.
 * The document that the study was opened from comes first, then whatever was there earlier.
 */
export function withoutTwins(instances: StoredInstance[], { documentId }: StudyGrant): StoredInstance[] {
  const opened = instances.filter((instance) => instance.documentId === documentId);
  const byAddress = new Map<string, StoredInstance>();
  for (const instance of [...opened, ...instances]) {
    const address = `${instance.seriesUid}/${instance.instanceUid}`;
    if (!byAddress.has(address)) byAddress.set(address, instance);
  }
  return [...byAddress.values()].sort((a, b) => (a.seriesNumber ?? 0) - (b.seriesNumber ?? 0) || a.seriesUid.localeCompare(b.seriesUid) || (a.instanceNumber ?? 0) - (b.instanceNumber ?? 0));
}
