import { inArray, or, type SQL } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { cases } from '../schema.ts';
import type { Actor } from './access.ts';
import { asColleague, casesLookedAt } from './colleagues.ts';
import { isOn } from './sides.ts';
import { asActing, withReading } from './readers.ts';

/** The actor with what others let them see and do: a doctor as a colleague in the case, a patient who acts there or reads along. */
export const withGrants = async (tx: Tx, actor: Actor, caseId: string | undefined, now: Date): Promise<Actor> => {
  if (!isOn(actor, 'patient')) return asColleague(tx, actor, caseId, now);
  const acting = await asActing(tx, actor, caseId, now);
  return acting.standsFor ? acting : withReading(tx, actor, now);
};

/** SQL: the cases that others let the actor see. */
export const grantedCases = (actor: Actor): SQL | undefined => {
  const { cases: ids = [] } = actor.reading ?? {};
  return or(casesLookedAt(actor), ids.length > 0 ? inArray(cases.id, [...ids]) : undefined);
};
