import type { KeptLetter, lettersQuerySchema } from '@konsil/contracts/letters';
import type { AnswerOption } from '@konsil/contracts/answer-options';
import type { Page } from '@konsil/contracts/common';
import { practiceMidnight } from '@konsil/contracts/practice-time';
import { addDays } from '@konsil/contracts/working-days';
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { representedAccountId } from '@konsil/server-domain/access/sides';
import type { Work } from '@konsil/server-domain/kernel/work';
import { doctorLetters } from '@konsil/server-domain/schema';
import { foundBy } from '@konsil/server-domain/search/search-words';
import { doctorLetter } from '@konsil/server-domain/sealed/doctor-letter';
import { iso } from '@konsil/server-platform/clock';
import { afterCursor, orderBy, pageSize, placeOf, slicePage, type Order } from '@konsil/server-platform/http/cursors';

const newestFirst: Order = {
  name: 'letters',
  direction: 'desc',
  keys: [
    { by: sql`${doctorLetters.sentAt}`, type: 'timestamptz' },
    { by: sql`${doctorLetters.id}`, type: 'uuid' },
  ],
};

/** The letters that the doctor sent, newest first, and the patients named in the page. */
export const listLetters = async (
  { tx, actor, kernel: { vault } }: Work,
  { search, from, to, cursor, limit }: z.output<typeof lettersQuerySchema>,
): Promise<{ page: Page<KeptLetter>; patientIds: string[] }> => {
  const doctorId = representedAccountId(actor);
  const filter = and(
    eq(doctorLetters.doctorId, doctorId),
    from ? gte(doctorLetters.sentAt, practiceMidnight(from)) : undefined,
    to ? lt(doctorLetters.sentAt, practiceMidnight(addDays(to, 1))) : undefined,
    search?.trim() ? foundBy(vault, doctorLetters.search, search) : undefined,
  );
  const size = pageSize(limit);
  const found = await tx
    .select({ row: doctorLetters, place: placeOf(newestFirst) })
    .from(doctorLetters)
    .where(and(filter, afterCursor(vault, newestFirst, cursor)))
    .orderBy(...orderBy(newestFirst))
    .limit(size + 1);
  const { rows, next_cursor } = slicePage(vault, newestFirst, found, size);
  const items = await Promise.all(
    rows.map(async ({ row }): Promise<KeptLetter> => {
      const { patient, case_name, answer, summary } = await vault.open(tx, doctorId, doctorLetter, row.sealed);
      return {
        id: row.id,
        sent_at: iso(row.sentAt),
        option: summary ? null : ((answer?.option ?? null) as AnswerOption | null),
        patient: patient.listed,
        born: patient.born,
        case_name,
      };
    }),
  );
  return {
    page: { items, next_cursor, total: await tx.$count(doctorLetters, filter) },
    patientIds: rows.map(({ row }) => row.patientId),
  };
};
