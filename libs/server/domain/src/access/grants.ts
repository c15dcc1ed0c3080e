import { inArray, or, type SQL } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { cases } from '../schema.ts';
import { can, type ActionOn, type Actor } from './access.ts';
import { asColleague, casesLookedAt } from './colleagues.ts';
import { caseResource, type CaseRow } from './loaders.ts';
import { isOn } from './sides.ts';
import { asActing, withReading } from './readers.ts';

/** The actor with what others let them see and do: a doctor as a colleague in the case, a patient who acts there or reads along. */
export const withGrants = async (tx: Tx, actor: Actor, caseId: string | undefined, now: Date): Promise<Actor> => {
  if (!isOn(actor, 'patient')) return asColleague(tx, actor, caseId, now);
  const acting = await asActing(tx, actor, caseId, now);
  return acting.standsFor ? acting : withReading(tx, actor, now);
};

/** The actor with the rights by which they may do this in a case now; null without any. */
export const ifMay = async (
  tx: Tx,
  actor: Actor,
  action: ActionOn<'case'>,
  theCase: CaseRow,
  now: Date,
): Promise<Actor | null> => {
  const may = (as: Actor) => can(as, 'case', action, caseResource(theCase));
  const granted = may(actor) ? actor : await withGrants(tx, actor, theCase.id, now);
  return may(granted) ? granted : null;
};

/** SQL: the cases that others let the actor see. */
export const grantedCases = (actor: Actor): SQL | undefined => {
  const { cases: ids = [] } = actor.reading ?? {};
  return or(casesLookedAt(actor), ids.length > 0 ? inArray(cases.id, [...ids]) : undefined);
};
