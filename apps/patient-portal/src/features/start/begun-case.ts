// @bundle route
import * as z from 'zod/mini';

const key = 'konsil-begun-case';
const longestMs = 2 * 24 * 60 * 60 * 1000;

const contentSchema = z.object({
  diagnosis: z.string(),
  medical_history: z.string(),
  questions: z.array(z.object({ text: z.string() })),
});
const keptSchema = z.object({ at: z.number(), content: contentSchema });
export type BegunCase = z.infer<typeof contentSchema>;

/**
 * A case that somebody began without an account, on this device only and for at most two days: the link that confirms an
 * address opens another tab. Browsers without storage keep none.
 */
export const begunCase = {
  keep: (content: BegunCase, at = Date.now()): void => {
    const { diagnosis, medical_history: history, questions } = content;
    const isEmpty = [diagnosis, history, ...questions.map(({ text }) => text)].every((text) => !text.trim());
    if (isEmpty) return begunCase.drop();
    try {
      localStorage.setItem(key, JSON.stringify({ at, content }));
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
