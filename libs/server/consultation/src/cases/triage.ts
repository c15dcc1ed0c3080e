import type { TriagedCase } from '@konsil/contracts/cases';
import type { AuditAction } from '@konsil/contracts/privacy';
import { eq } from 'drizzle-orm';
import type { AuditEntry } from '@konsil/server-platform/audit/audit';
import { can, type ActionOn } from '@konsil/server-domain/access/access';
import { caseResource, loadCase, type CaseRow } from '@konsil/server-domain/access/loaders';
import { withAllRows } from '@konsil/server-domain/database/roles';
import type { Work } from '@konsil/server-domain/kernel/work';
import { cases } from '@konsil/server-domain/schema';
import { record } from '@konsil/server-domain/steps/record';
import { invalid } from '@konsil/server-platform/http/problems';
import { checkVersion } from './cases.queries.ts';

interface Triaged {
  theCase: CaseRow;
  change: TriagedCase;
}

/** The action of a change, for the access decision and the access log. */
const doneBy = ({ archived }: TriagedCase): { action: ActionOn<'case'>; audit: AuditAction } =>
  archived === undefined
    ? { action: 'prioritize', audit: 'case.priority' }
    : { action: 'archive', audit: archived ? 'case.archive' : 'case.restore' };

/**
 * Locks the cases in a fixed order, so that two requests cannot deadlock.
 * @returns the cases, null if one of them may not be changed; and the audit entries
 */
export const casesToTriage = async (
  { tx, actor }: Work,
  changes: readonly TriagedCase[],
): Promise<{ found: Triaged[] | null; entries: AuditEntry[] }> => {
  const each = new Map(changes.map((change) => [change.id, change]));
  if (each.size !== changes.length) throw invalid({ path: 'cases', code: 'invalid' });
  const found: Triaged[] = [];
  const entries: AuditEntry[] = [];
  let allowed = true;
  for (const id of [...each.keys()].sort()) {
    const change = each.get(id) as TriagedCase;
    const { action, audit } = doneBy(change);
    // Rows of others are invisible, but the audit record of a refusal names whose data it was about.
    const theCase = (await loadCase(tx, id, true)) ?? (await withAllRows(tx, () => loadCase(tx, id, false)));
    const may = theCase !== null && can(actor, 'case', action, caseResource(theCase));
    allowed &&= may;
    if (may) found.push({ theCase, change });
    entries.push({
      action: audit,
      result: may ? 'allowed' : 'denied',
      ...(theCase && { patientId: theCase.patientId, caseId: theCase.id }),
    });
  }
  return allowed ? { found, entries } : { found: null, entries: entries.filter(({ result }) => result === 'denied') };
};

/** The changed columns, and the fields as they were. */
const columnsOf = ({ now }: Work, { theCase, change }: Triaged) => {
  const { priority, archived, unread, snoozed_until: until } = change;
  return {
    set: {
      ...(priority !== undefined && { priority }),
      ...(archived !== undefined && { archivedByDoctorAt: archived ? (theCase.archivedByDoctorAt ?? now) : null }),
      ...(unread !== undefined && { markedUnreadAt: unread ? (theCase.markedUnreadAt ?? now) : null }),
      ...(until !== undefined && { snoozedUntil: until }),
    },
    before: {
      id: theCase.id,
      ...(priority !== undefined && { priority: theCase.priority }),
      ...(archived !== undefined && { archived: theCase.archivedByDoctorAt !== null }),
      ...(unread !== undefined && { unread: theCase.markedUnreadAt !== null }),
      ...(until !== undefined && { snoozed_until: theCase.snoozedUntil }),
    },
  };
};

/**
 * Changes what the doctor alone sees of the cases: priority, archive, unread, the day to see them again.
 * @returns the fields as they were, in the form that puts them back
 */
export const triageCases = async (work: Work, found: readonly Triaged[]): Promise<TriagedCase[]> => {
  const before: TriagedCase[] = [];
  for (const triaged of found) {
    const { theCase, change } = triaged;
    await checkVersion(work, theCase, change.version);
    const columns = columnsOf(work, triaged);
    before.push(columns.before);
    if (Object.keys(columns.set).length === 0) continue;
    await work.tx.update(cases).set(columns.set).where(eq(cases.id, theCase.id));
    await record(work, { step: 'own_view_changed', theCase });
  }
  return before;
};
