import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { doctorPortraits } from '../schema.ts';
import { isStaying } from '../accounts/active-doctors.ts';

const urlOf = (id: string): string => `/api/portraits/${id}`;

/** The URLs of the portraits of these doctors, by doctor; doctors without a portrait are left out. */
export const portraitsOf = async (tx: Tx, doctorIds: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (doctorIds.length === 0) return new Map();
  const rows = await tx
    .select({ doctorId: doctorPortraits.doctorId, id: doctorPortraits.id })
    .from(doctorPortraits)
    .where(inArray(doctorPortraits.doctorId, [...doctorIds]));
  return new Map(rows.map(({ doctorId, id }) => [doctorId, urlOf(id)]));
};

/** A portrait by its own id, while its doctor is in the directory. */
export const portraitWith = async (tx: Tx, id: string): Promise<Buffer | undefined> => {
  const [row] = await tx
    .select({ picture: doctorPortraits.picture })
    .from(doctorPortraits)
    .where(and(eq(doctorPortraits.id, id), isStaying(tx, doctorPortraits.doctorId)));
  return row?.picture;
};
