import * as z from 'zod/mini';
import { practiceDay } from './practice-time.ts';

/** Every id on the wire: a UUID (docs/product.md section 4). */
export const idSchema = z.uuid();
/** An id that somebody gives. In capital letters it is the same one (RFC 9562, section 4): from here on it is written as everywhere. */
export const givenIdSchema = (missing?: string) => z.uuid(missing).check(z.toLowerCase());
const dayFault = (typed: unknown, missing: string): string => {
  if (typed === undefined || typed === '') return missing;
  return /^(\d{6}|\d{1,2}\W.*\W\d{2})$/.test(String(typed)) ? 'dateYearShort' : 'dateInvalid';
};
/** A calendar day `YYYY-MM-DD`. What a date field could not read comes as it was typed and is told what it lacks. */
export const daySchema = (missing = 'dateInvalid') => z.iso.date({ error: ({ input }) => dayFault(input, missing) });
/** Nobody who is a patient here was born earlier, and no document is older. */
export const earliestDay = '1900-01-01';
/** A calendar day of somebody's life that has begun in Germany, where UTC is still at the day before for an hour or two. */
export const pastDaySchema = (missing: string) =>
  daySchema(missing).check(
    z.refine((day) => day <= practiceDay(new Date()), 'dateInFuture'),
    z.refine((day) => day >= earliestDay, 'dateTooEarly'),
  );
/** A moment, ISO 8601 in UTC. */
export const momentSchema = z.iso.datetime();

// Beside spaces and controls what Unicode says to leave out, such as joiners and marks of direction, and the blanks of Braille.
const visible = /[^\s\p{Cc}\p{DI}\u2800]/u;
/** Whether a text shows anything at all. */
export const isWritten = (text: string): boolean => visible.test(text);
// Embeddings, overrides and isolates turn round what stands beside a text, in an e-mail and a calendar file too. Marks, which Hebrew and Arabic are typed with, stay.
const turning = /[\u202a-\u202e\u2066-\u2069]/g;
const straight = () => z.overwrite<string>((text) => text.replace(turning, ''));
/** Required text: trimmed, at least one character that can be seen, at most `max`. Messages are i18n keys. */
export const requiredText = (missing: string, max = 200) =>
  z.string(missing).check(
    straight(),
    z.trim(),
    z.minLength(1, missing),
    z.maxLength(max, 'tooLong'),
    z.refine((text) => text === '' || isWritten(text), missing),
  );
/** Text that may stay empty. */
export const optionalText = (max = 200) => z.string().check(straight(), z.trim(), z.maxLength(max, 'tooLong'));

/** One page of a list: `next_cursor` is null on the last page, `total` counts all that match. */
export const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), next_cursor: z.nullable(z.string()), total: z.int() });
export interface Page<T> {
  items: T[];
  next_cursor: string | null;
  total: number;
}

const flag = z.enum(['true', 'false']);
/** What every list takes: free search, cursor, page size (1 to 200, 50 by default), archived ones instead of active ones. */
export const listQuery = {
  search: z.optional(z.string().check(z.maxLength(200))),
  cursor: z.optional(z.string().check(z.maxLength(500))),
  limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
  archived: z.optional(flag),
};
export const queryFlag = flag;

export const idParams = z.object({ id: givenIdSchema() });
export const okSchema = z.object({ ok: z.literal(true) });
/** The version that the writer last saw; a stale one answers 409 (docs/product.md section 4). */
export const versionSchema = z.int().check(z.minimum(0));
export const versionBody = z.object({ version: z.optional(versionSchema) });

/**
 * A rule over several text fields of a form. It is told while other fields are still wrong, too: zod alone would wait
 * until they are mended.
 */
export const acrossFields = <T extends Record<string, unknown>>(
  fields: (keyof T)[],
  holds: (form: T) => boolean,
  told: { message: string; path: (keyof T & string)[] },
) =>
  z.refine<T>(holds, {
    ...told,
    when: ({ value }) => fields.every((field) => typeof (value as Partial<T> | undefined)?.[field] === 'string'),
  });
