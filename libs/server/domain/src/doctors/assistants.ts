import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { isWorking } from '../access/colleagues.ts';
import { assistants } from '../schema.ts';

/** The given doctors for whom assistants work now. */
export const assistedDoctors = async (tx: Tx, doctorIds: readonly string[]): Promise<ReadonlySet<string>> => {
  if (doctorIds.length === 0) return new Set();
  const rows = await tx
    .selectDistinct({ id: assistants.doctorId })
    .from(assistants)
    .where(and(inArray(assistants.doctorId, [...doctorIds]), isWorking(tx)));
  return new Set(rows.map(({ id }) => id));
};

/** Selects the names of those who work for a doctor now, in the order in which they began. */
export const selectNamesOfAssistants = (tx: Tx, doctorId: string) =>
  tx
    .select({ name: assistants.name })
    .from(assistants)
    .where(and(eq(assistants.doctorId, doctorId), isWorking(tx)))
    .orderBy(asc(assistants.acceptedAt), asc(assistants.id));
export const namesOfAssistants = async (tx: Tx, doctorId: string): Promise<string[]> =>
  (await selectNamesOfAssistants(tx, doctorId)).map(({ name }) => name);
