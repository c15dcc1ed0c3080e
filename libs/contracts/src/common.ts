import * as z from 'zod/mini';
import { earliestDay } from './days.ts';
import { practiceDay } from './practice-time.ts';
import { hasVisibleText } from './visible-text.ts';

/** Every id is a UUID (docs/product.md section 4). */
export const idSchema = z.uuid();
/** An id in a request. Upper case is the same id (RFC 9562, section 4): normalised to lower case. */
export const givenIdSchema = (missing?: string) => z.uuid(missing).check(z.toLowerCase());
const dayFault = (typed: unknown, missing: string): string => {
  if (typed === undefined || typed === '') return missing;
  return /^(\d{6}|\d{1,2}\W.*\W\d{2})$/.test(String(typed)) ? 'dateYearShort' : 'dateInvalid';
};
/** A calendar day `YYYY-MM-DD`. Unparsed date input arrives as typed and is reported with what it lacks. */
export const daySchema = (missing = 'dateInvalid') => z.iso.date({ error: ({ input }) => dayFault(input, missing) });
/** A past or current calendar day in Germany, where UTC may still be at the previous day. */
export const pastDaySchema = (missing: string) =>
  daySchema(missing).check(
    z.refine((day) => day <= practiceDay(new Date()), 'dateInFuture'),
    z.refine((day) => day >= earliestDay, 'dateTooEarly'),
  );
/** A timestamp, ISO 8601 in UTC. */
export const momentSchema = z.iso.datetime();

// Bidi embeddings, overrides and isolates would reorder surrounding text, also in emails and calendar files. Direction
// marks, used for typing Hebrew and Arabic, stay.
const turning = /[\u202a-\u202e\u2066-\u2069]/g;
const straight = () => z.overwrite<string>((text) => text.replace(turning, ''));
/** Required text: trimmed, with at least one visible character, at most `max`. Messages are i18n keys. */
export const requiredText = (missing: string, max = 200) =>
  z.string(missing).check(
    straight(),
    z.trim(),
    z.minLength(1, missing),
    z.maxLength(max, 'tooLong'),
    z.refine((text) => text === '' || hasVisibleText(text), missing),
  );
/** Optional text. */
export const optionalText = (max = 200) => z.string().check(straight(), z.trim(), z.maxLength(max, 'tooLong'));

/** One page of a list: `next_cursor` is null on the last page, `total` counts all matches. */
export const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), next_cursor: z.nullable(z.string()), total: z.int() });
export interface Page<T> {
  items: T[];
  next_cursor: string | null;
  total: number;
}

const flag = z.enum(['true', 'false']);
/** The parameters of every list: search, cursor, page size (1 to 200, default 50), archived instead of active items. */
export const listQuery = {
  search: z.optional(z.string().check(z.maxLength(200))),
  cursor: z.optional(z.string().check(z.maxLength(500))),
  limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
  archived: z.optional(flag),
};
export const queryFlag = flag;

export const idParams = z.object({ id: givenIdSchema() });
export const okSchema = z.object({ ok: z.literal(true) });
/** The version that the writer last saw; an outdated one gets 409 (docs/product.md section 4). */
export const versionSchema = z.int().check(z.minimum(0));
export const versionBody = z.object({ version: z.optional(versionSchema) });

/**
 * A rule across several text fields of a form. Also reported while other fields are invalid, whereas zod alone would
 * wait.
 */
export const ruleAcrossFields = <T extends Record<string, unknown>>(
  fields: (keyof T)[],
  holds: (form: T) => boolean,
  told: { message: string; path: (keyof T & string)[] },
) =>
  z.refine<T>(holds, {
    ...told,
    when: ({ value }) => fields.every((field) => typeof (value as Partial<T> | undefined)?.[field] === 'string'),
  });
