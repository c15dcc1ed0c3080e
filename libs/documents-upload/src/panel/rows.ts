import type { Document } from '@konsil/contracts/documents';
import { byExamination } from '@konsil/contracts/examinations';
import type { Upload } from '../queue/upload.ts';

/** A document in this panel: just uploaded, without details, or described here. */
export interface DocumentEntry {
  document: Document;
  /** The upload of the document, while this browser remembers it. */
  uploadId: string | null;
}

/**
 * The server's documents take precedence; the queue adds recent uploads. `described`: ids of documents described here.
 */
export const documentEntries = (
  uploads: readonly Upload[],
  documents: readonly Document[],
  described: ReadonlySet<string>,
): DocumentEntry[] => {
  const uploaded = uploads.flatMap(({ id, state }) =>
    state.is === 'uploaded' ? state.items.map((item) => ({ ...item, uploadId: id })) : [],
  );
  const known = new Set(uploaded.map(({ documentId }) => documentId));
  const fresh = uploaded.map(
    ({ documentId, document, uploadId }): DocumentEntry => ({
      document: documents.find(({ id }) => id === documentId) ?? document,
      uploadId,
    }),
  );
  // The case lists the newest first; the questions follow the order of choosing.
  const older = documents
    .filter(
      ({ id, details_missing, uploaded_by }) =>
        (details_missing || described.has(id)) && uploaded_by.mine && !known.has(id),
    )
    .sort((a, b) => a.uploaded_at.localeCompare(b.uploaded_at))
    .map((document): DocumentEntry => ({ document, uploadId: null }));
  return [...fresh, ...older].filter(({ document }) => document.archived_at === null);
};

/** A file to describe, with the other files of its examination, which get the same details. */
export interface Question {
  entry: DocumentEntry;
  fellows: DocumentEntry[];
}

/** Entries to describe; the files of one examination count as one. */
export const groupedQuestions = (entries: readonly DocumentEntry[]): Question[] => {
  const known = new Map(entries.map((entry) => [entry.document, entry]));
  return byExamination(entries.map(({ document }) => document)).flatMap((files) => {
    const [entry, ...fellows] = files.flatMap((file) => known.get(file) ?? []);
    return entry ? [{ entry, fellows }] : [];
  });
};

export type Stranger = NonNullable<Document['stranger']>;
/** The other person named on a document; null if it names nobody else. */
export const otherPersonOn = ({ stranger }: Pick<Document, 'stranger'>): Stranger | null => stranger ?? null;
/** True if two files name the same person. */
export const isSame =
  ({ named: a }: Stranger) =>
  ({ named: b }: Stranger) =>
    a.name === b.name && a.birth_date === b.birth_date;

/** A person named on the images of several documents, e.g. of a whole disc: warned about once. */
export const otherPeopleOnSeveral = (entries: readonly DocumentEntry[]): (Stranger & { count: number })[] => {
  const all = entries.flatMap(({ document }) => otherPersonOn(document) ?? []);
  return all
    .filter((stranger, index) => all.findIndex(isSame(stranger)) === index)
    .flatMap((stranger) => {
      const count = all.filter(isSame(stranger)).length;
      return count > 1 ? { ...stranger, count } : [];
    });
};

/** Remarks about a scanned folder are not files. */
export const isRemark = ({ state }: Upload): boolean => state.is === 'gathered';

/** Photos waiting to be combined or uploaded, grouped by document, in order. */
export const photoGroups = (uploads: readonly Upload[]): [Upload, ...Upload[]][] => {
  const documents = new Map<string, [Upload, ...Upload[]]>();
  for (const upload of uploads) {
    if (upload.pageOf === null) continue;
    const pages = documents.get(upload.pageOf);
    if (pages) pages.push(upload);
    else documents.set(upload.pageOf, [upload]);
  }
  return [...documents.values()];
};

/** Files that need an action before they can be uploaded. */
export const needsAction = ({ state }: Upload): boolean => state.is === 'refused' || state.is === 'failed';

/** The uploaded share of these files; each complete file counts as one. */
export const shareSent = (uploads: readonly Upload[]): number =>
  uploads.reduce((sum, { state, size }) => sum + (state.is === 'sending' && size > 0 ? state.sent / size : 0), 0);

/** Whole minutes until these files are uploaded at the current speed; null while unknown. */
export const minutesLeft = (uploads: readonly Upload[]): number | null => {
  const bytesPerSecond = uploads.reduce(
    (sum, { state }) => sum + (state.is === 'sending' ? (state.bytesPerSecond ?? 0) : 0),
    0,
  );
  const left = uploads.reduce((sum, { state, size }) => sum + size - (state.is === 'sending' ? state.sent : 0), 0);
  return bytesPerSecond > 0 ? Math.floor(left / bytesPerSecond / 60) : null;
};

/** In progress without the user. */
export const isUnderway = ({ state }: Upload): boolean =>
  state.is === 'checking' ||
  state.is === 'gathering' ||
  state.is === 'converting' ||
  state.is === 'waiting' ||
  state.is === 'sending' ||
  state.is === 'interrupted';
