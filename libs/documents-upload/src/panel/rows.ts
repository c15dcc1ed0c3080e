import type { Document } from '@konsil/contracts/documents';
import { byExamination } from '@konsil/contracts/examinations';
import type { Upload } from '../queue/upload.ts';

/** A document of the case that this panel shows: just uploaded, still without details, or described here. */
export interface DocumentEntry {
  document: Document;
  /** The file it came with, as long as this browser remembers it. */
  uploadId: string | null;
}

/** The server's documents tell the truth; the queue adds what was uploaded a moment ago. `described`: the ids of those whose details were given here. */
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
  // The case has the newest first; they are asked for as they were chosen.
  const older = documents
    .filter(
      ({ id, details_missing, uploaded_by }) =>
        (details_missing || described.has(id)) && uploaded_by.mine && !known.has(id),
    )
    .sort((a, b) => a.uploaded_at.localeCompare(b.uploaded_at))
    .map((document): DocumentEntry => ({ document, uploadId: null }));
  return [...fresh, ...older].filter(({ document }) => document.archived_at === null);
};

/** A file that is asked about, with the other files of its examination: they get what is said of it. */
export interface Question {
  entry: DocumentEntry;
  fellows: DocumentEntry[];
}

/** Each entry that is asked for details, the files of an examination as one. */
export const askedTogether = (entries: readonly DocumentEntry[]): Question[] => {
  const known = new Map(entries.map((entry) => [entry.document, entry]));
  return byExamination(entries.map(({ document }) => document)).flatMap((files) => {
    const [entry, ...fellows] = files.flatMap((file) => known.get(file) ?? []);
    return entry ? [{ entry, fellows }] : [];
  });
};

export type Stranger = NonNullable<Document['stranger']>;
/** Who a document names instead of its patient; null where nobody else is named. */
export const strangerOn = ({ stranger }: Pick<Document, 'stranger'>): Stranger | null => stranger ?? null;
/** Whether two files name the same person. */
export const isSame =
  ({ named: a }: Stranger) =>
  ({ named: b }: Stranger) =>
    a.name === b.name && a.birth_date === b.birth_date;

/** Whoever stands on the images of several documents, as when a whole disc is not the patient's: said once for all of them. */
export const strangersOnSeveral = (entries: readonly DocumentEntry[]): (Stranger & { count: number })[] => {
  const all = entries.flatMap(({ document }) => strangerOn(document) ?? []);
  return all
    .filter((stranger, index) => all.findIndex(isSame(stranger)) === index)
    .flatMap((stranger) => {
      const count = all.filter(isSame(stranger)).length;
      return count > 1 ? { ...stranger, count } : [];
    });
};

/** What is said of a folder that was looked through: no file that is still to come. */
export const isRemark = ({ state }: Upload): boolean => state.is === 'gathered';

/** Photos that wait to be made one document, or sent: those of each document in their order. */
export const photosTogether = (uploads: readonly Upload[]): [Upload, ...Upload[]][] => {
  const documents = new Map<string, [Upload, ...Upload[]]>();
  for (const upload of uploads) {
    if (upload.pageOf === null) continue;
    const pages = documents.get(upload.pageOf);
    if (pages) pages.push(upload);
    else documents.set(upload.pageOf, [upload]);
  }
  return [...documents.values()];
};

/** Files that will not arrive as they are. */
export const isStuck = ({ state }: Upload): boolean => state.is === 'refused' || state.is === 'failed';

/** How much of these files has arrived, one for each that is there in full. */
export const shareSent = (uploads: readonly Upload[]): number =>
  uploads.reduce((sum, { state, size }) => sum + (state.is === 'sending' && size > 0 ? state.sent / size : 0), 0);

/** Whole minutes until these files have arrived, at the speed of those being sent; null while that cannot be told. */
export const minutesLeft = (uploads: readonly Upload[]): number | null => {
  const bytesPerSecond = uploads.reduce(
    (sum, { state }) => sum + (state.is === 'sending' ? (state.bytesPerSecond ?? 0) : 0),
    0,
  );
  const left = uploads.reduce((sum, { state, size }) => sum + size - (state.is === 'sending' ? state.sent : 0), 0);
  return bytesPerSecond > 0 ? Math.floor(left / bytesPerSecond / 60) : null;
};

/** Still on their way by themselves. */
export const isUnderway = ({ state }: Upload): boolean =>
  state.is === 'checking' ||
  state.is === 'gathering' ||
  state.is === 'converting' ||
  state.is === 'waiting' ||
  state.is === 'sending' ||
  state.is === 'interrupted';
