import type { Document, UploadedItem } from '@konsil/contracts/documents';
import type { Upload } from '../queue/upload.ts';

/** A document of the case that this panel shows: just uploaded, or still without details. */
export interface DocumentEntry {
  document: Document;
  guess: UploadedItem['guess'];
  skipped: UploadedItem['skipped'];
  /** The file it came with, as long as this browser remembers it. */
  uploadId: string | null;
}

/** The server's documents tell the truth; the queue adds guesses and what was uploaded a moment ago. */
export const documentEntries = (uploads: readonly Upload[], documents: readonly Document[]): DocumentEntry[] => {
  const uploaded = uploads.flatMap(({ id, state }) => (state.is === 'uploaded' ? state.items.map((item) => ({ ...item, uploadId: id })) : []));
  const known = new Set(uploaded.map(({ documentId }) => documentId));
  const fresh = uploaded.map(({ documentId, document, guess, skipped, uploadId }): DocumentEntry => ({
    document: documents.find(({ id }) => id === documentId) ?? document, guess, skipped, uploadId,
  }));
  const older = documents
    .filter(({ id, details_missing, uploaded_by }) => details_missing && uploaded_by.mine && !known.has(id))
    .map((document): DocumentEntry => ({ document, guess: {}, skipped: [], uploadId: null }));
  return [...fresh, ...older].filter(({ document }) => document.archived_at === null);
};

/** Files that only the person can bring on. */
export const needsPerson = ({ state }: Upload): boolean => state.is === 'refused' || state.is === 'failed' || state.is === 'review';

/** How much of these files has arrived, one for each that is there in full. */
export const shareSent = (uploads: readonly Upload[]): number =>
  uploads.reduce((sum, { state, size }) => sum + (state.is === 'sending' && size > 0 ? state.sent / size : 0), 0);

/** Still on their way by themselves. */
export const isUnderway = ({ state }: Upload): boolean => state.is === 'checking' || state.is === 'converting' || state.is === 'waiting' || state.is === 'sending' || state.is === 'interrupted';
