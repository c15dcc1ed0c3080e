// @bundle route
import * as z from 'zod/mini';
import { begunCaseKey as key } from './begun-case-key.ts';

const longestMs = 2 * 24 * 60 * 60 * 1000;

const contentSchema = z.object({
  diagnosis: z.string(),
  medical_history: z.string(),
  questions: z.array(z.object({ text: z.string() })),
});
const keptSchema = z.object({
  at: z.number(),
  /** The account that was created together with it (`ownerOf`). */
  owner: z.optional(z.string()),
  content: contentSchema,
});
export type BegunCase = z.infer<typeof contentSchema>;

/**
 * Recognizes the account of an email address without storing the address beside a health concern. Empty in browsers that
 * have no hashes, i.e. without HTTPS.
 */
export const ownerOf = async (email: string): Promise<string> => {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (!subtle || !email) return '';
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(`${key} ${email.trim().toLowerCase()}`));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/**
 * A case that somebody began without an account, on this device only and for at most two days: the link that confirms an
 * address opens another tab. Browsers without storage keep none.
 */
export const begunCase = {
  keep: (
    { diagnosis, medical_history, questions }: BegunCase,
    { at = Date.now(), owner = '' }: { at?: number; owner?: string } = {},
  ): void => {
    const isEmpty = [diagnosis, medical_history, ...questions.map(({ text }) => text)].every((text) => !text.trim());
    if (isEmpty) return begunCase.drop();
    // The parts by name: the form may have a password beside them.
    const content = { diagnosis, medical_history, questions: questions.map(({ text }) => ({ text })) };
    try {
      localStorage.setItem(key, JSON.stringify({ at, owner, content }));
    } catch {
      // Storage is blocked.
    }
  },
  /** With the time of its last change; an old one is deleted. */
  find: (): z.infer<typeof keptSchema> | null => {
    try {
      const found = keptSchema.parse(JSON.parse(localStorage.getItem(key) ?? ''));
      if (Date.now() - found.at < longestMs) return found;
    } catch {
      // None, or not readable.
    }
    begunCase.drop();
    return null;
  },
  read: (): BegunCase | null => begunCase.find()?.content ?? null,
  drop: (): void => {
    try {
      localStorage.removeItem(key);
    } catch {
      // Storage is blocked.
    }
  },
};
