import { sql } from 'drizzle-orm';
import { cases } from '../schema.ts';

/**
 * Who finds the texts of a case, as `konsil_readers_of` in the database. An index job reads it from a case that it has
 * locked: a withdrawal that ends while a new text is uncommitted does not see its row.
 */
export const textReaders = sql<
  string[]
>`case when ${cases.firstSentAt} is not null and ${cases.sharedAt} is not null then array[${cases.accountId}, ${cases.doctorId}] else array[${cases.accountId}] end`;
