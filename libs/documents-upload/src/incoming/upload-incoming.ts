import { futureCase } from '../queue/upload.ts';
import { uploadQueue } from '../queue/uploads.ts';
import type { IncomingFile } from './incoming.ts';

/**
 * Hands files to the uploads of a case, or of the future one: each document alone, images packed by examination. They
 * go on after a lost connection or a reload like every upload. `name` stands for the images while they are packed.
 */
export const uploadIncoming = (caseId: string, files: readonly IncomingFile[], name: string): void => {
  const queue = uploadQueue();
  const known = new Set<string>();
  const images = files.flatMap(({ file, kind }) => (kind === 'dcm' ? [file] : []));
  const documents = files.flatMap(({ file, kind }) => (kind === 'dcm' ? [] : [file]));
  if (documents.length > 0) void queue.addApart(caseId, documents, known);
  if (images.length > 0) void queue.addMany(caseId, name, images, known);
};

/** The number of files that already wait for the future case; further files join the same case. */
export const waitingForNewCase = (): number =>
  uploadQueue()
    .getUploads()
    .filter(({ caseId }) => caseId === futureCase).length;
