import { asc, eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { doctorLetters, doctorLogos, letterPictures as table } from '@konsil/server-domain/schema';
import { doctorLetter, type DoctorLetter } from '@konsil/server-domain/sealed/doctor-letter';
import { letterPictures, type LetterPictures } from '@konsil/server-domain/sealed/letter-pictures';
import { KeyDestroyed } from '@konsil/server-platform/keys/vault';
import type { FileDrawer } from '@konsil/server-documents/file-drawer';
import { drawPlaces, type PinnedContent } from './draw-places.ts';

/** The picture of a place in a letter, or why there is none; `hidden`: its document is not the reader's to see. */
export interface LetterPlace {
  picture: { jpeg: Buffer; width: number; height: number } | null;
  missing: 'gone' | 'not_drawn' | 'hidden' | null;
  documentId: string | null;
}
/** The places by the numbers of their pins. */
export type LetterPlaces = ReadonlyMap<number, LetterPlace>;

const placesIn = ({ places }: LetterPictures): LetterPlaces =>
  new Map(
    places.map(({ number, picture, missing, document_id: documentId }) => [
      number,
      { picture: picture && { ...picture, jpeg: Buffer.from(picture.jpeg, 'base64') }, missing, documentId },
    ]),
  );

const kept = async ({ db, vault }: Kernel, id: string): Promise<LetterPictures | null> => {
  const [row] = await db
    .select({ sealed: table.sealed, doctorId: doctorLetters.doctorId })
    .from(table)
    .innerJoin(doctorLetters, eq(doctorLetters.id, table.letterId))
    .where(eq(table.letterId, id));
  return row ? vault.open(db, row.doctorId, letterPictures, row.sealed) : null;
};

/** Keeps the pictures of a letter for good: if two processes draw them, the first ones stay. */
const keep = ({ db, vault }: Kernel, id: string, drawn: LetterPictures): Promise<void> =>
  db.transaction(async (tx) => {
    // Waits for a withdrawal, and is gone after it.
    const [letter] = await tx.select().from(doctorLetters).where(eq(doctorLetters.id, id)).for('key share');
    if (!letter) return;
    const sealed = await vault.seal(tx, letter.doctorId, letterPictures, drawn);
    await tx.insert(table).values({ letterId: id, sealed }).onConflictDoNothing();
    await tx.update(doctorLetters).set({ picturesWait: false }).where(eq(doctorLetters.id, id));
  });

/** The pictures of a letter; the first call draws and keeps them. */
export const placesOf = async (
  kernel: Kernel,
  drawer: FileDrawer,
  id: string,
  content: PinnedContent | undefined,
): Promise<LetterPlaces> => {
  if (!content?.pins?.length) return new Map();
  const before = await kept(kernel, id);
  if (before) return placesIn(before);
  const drawn = await drawPlaces({ kernel, drawer }, content);
  await keep(kernel, id, drawn);
  return placesIn((await kept(kernel, id)) ?? drawn);
};

/** The kept content of a released summary; null if its doctor's account was erased, or it is older than letters of summaries. */
export const keptSummary = async ({ db, vault }: Kernel, id: string): Promise<DoctorLetter | null> => {
  const [row] = await db.select().from(doctorLetters).where(eq(doctorLetters.id, id));
  return row ? vault.open(db, row.doctorId, doctorLetter, row.sealed) : null;
};

/** Pictures of an answer that was not sent. */
export const drawnNow = async (kernel: Kernel, drawer: FileDrawer, content: PinnedContent): Promise<LetterPlaces> =>
  placesIn(await drawPlaces({ kernel, drawer }, content));

/** Draws the pictures of letters that were just sent, so that later changes to the documents do not matter. */
export const drawWaiting = async (
  kernel: Kernel & { log: FastifyBaseLogger },
  drawer: FileDrawer,
  isStopped: () => boolean = () => false,
): Promise<void> => {
  const waiting = await kernel.db
    .select({ id: doctorLetters.id, doctorId: doctorLetters.doctorId, sealed: doctorLetters.sealed })
    .from(doctorLetters)
    .where(eq(doctorLetters.picturesWait, true))
    .orderBy(asc(doctorLetters.sentAt))
    .limit(20);
  for (const { id, doctorId, sealed } of waiting) {
    if (isStopped()) return;
    try {
      const { answer } = await kernel.vault.open(kernel.db, doctorId, doctorLetter, sealed);
      await placesOf(kernel, drawer, id, answer);
    } catch (failure) {
      if (!(failure instanceof KeyDestroyed)) kernel.log.warn({ failure }, 'pictures of letters wait');
    }
  }
};

export interface Logo {
  png: Buffer;
  width: number;
  height: number;
}
/** The logo that a letter has; null if it has none, or its doctor's account was erased. */
export const logoOf = async (
  { db }: Pick<Kernel, 'db'>,
  { practice }: Pick<DoctorLetter, 'practice'>,
): Promise<Logo | null> => {
  if (!practice.logo) return null;
  const [row] = await db.select().from(doctorLogos).where(eq(doctorLogos.id, practice.logo.id));
  return row ? { png: row.picture, width: row.width, height: row.height } : null;
};
