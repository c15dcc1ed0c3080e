import type { Role } from '@konsil/contracts/codes';
import { eq } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { cases } from '../schema.ts';
import type { NoticeKind } from './texts/templates.ts';

/** The part of a case where a patient finds what is new; without an entry the case itself. */
const partOf: Partial<Record<NoticeKind, string>> = {
  message: '/messages',
  todo: '/todos',
  todo_due: '/todos',
  document: '/documents',
};

interface Told {
  kind: string;
  caseId: string | null;
}
const only = <Value>(values: readonly Value[]): Value | undefined =>
  new Set(values).size === 1 ? values[0] : undefined;

/**
 * The path in a portal to the subject of an e-mail: the part of the case, the case if several parts are new, the start
 * page if several cases are.
 */
export const newsPlace = async (tx: Tx, portal: Role, told: readonly Told[]): Promise<string> => {
  const start = `/${portal}`;
  if (portal === 'doctor' && only(told.map((one) => one.kind)) === ('second_look' satisfies NoticeKind))
    return `${start}/second-looks`;
  const caseId = only(told.map((one) => one.caseId));
  if (!caseId) return start;
  const kind = only(told.map((one) => one.kind)) as NoticeKind | undefined;
  if (portal === 'patient') return `${start}/process/${caseId}${(kind && partOf[kind]) ?? ''}`;
  if (portal !== 'doctor') return start;
  const [row] = await tx.select({ patientId: cases.patientId }).from(cases).where(eq(cases.id, caseId));
  const theCase = row && `${start}/patient/${row.patientId}/process/${caseId}`;
  return theCase ? `${theCase}${kind === 'message' ? '/messages' : ''}` : start;
};
