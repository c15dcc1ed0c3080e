import type { ProcessOverview } from '@konsil/contracts/cases';
import { acceptedLocale } from '@konsil/server-platform/http/accepted-locale';
import type { AuditEntry } from '@konsil/server-platform/audit/audit';
import { fhirRoot } from '@konsil/contracts/fhir-paths';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import type { Work } from '@konsil/server-domain/kernel/work';
import type { Reading } from '@konsil/server-documents/document-view';
import { requestOrigin } from '@konsil/server-platform/http/origins';
import { caseResource, loadCase } from '@konsil/server-domain/access/loaders';
import { can } from '@konsil/server-domain/access/access';
import { openLate } from '@konsil/server-domain/sendings/opened';
import { showCase } from '@konsil/server-consultation/case-page/case-page';
import { listCases, type CasesQuery } from '@konsil/server-consultation/cases/case-list.queries';
import type { Session } from '@konsil/server-domain/sessions/sessions';
import type { FastifyRequest } from 'fastify';
import type { Telling } from './telling.ts';

/** A FHIR call: its unit of work, its reader, and the accesses that it records. */
export interface Calling extends Work, Reading {
  session: Session;
  telling: Telling;
  now: Date;
  record: (...entries: AuditEntry[]) => void;
}

export const tellingOf = (env: Kernel['env'], request: FastifyRequest): Telling => ({
  base: requestOrigin(env, request) + fhirRoot,
  locale: acceptedLocale(request.headers['accept-language']) ?? 'de',
});

/**
 * A case as its page shows it, for a search: all of it leaves the system, so everything sent in it counts as opened.
 */
export const openedCase = async (calling: Calling, caseId: string): Promise<ProcessOverview | null> => {
  const { tx, actor, record } = calling;
  await openLate(tx, actor, caseId);
  const theCase = await loadCase(tx, caseId, false);
  if (!theCase || !can(actor, 'case', 'read', caseResource(theCase))) return null;
  const shown = await showCase(calling, theCase);
  await openLate(tx, actor, caseId);
  record({ action: 'case.read', result: 'allowed', patientId: theCase.patientId, caseId });
  return shown;
};

/** All of a patient's cases that the reader sees, archived ones included. */
export const casesOf = async (calling: Calling, patientId: string): Promise<string[]> => {
  const ids: string[] = [];
  for (const archived of ['false', 'true'] as const) {
    let cursor: string | null | undefined;
    do {
      const query: CasesQuery = {
        patient: patientId,
        archived,
        limit: '200',
        sort: 'activity',
        ...(cursor ? { cursor } : {}),
      };
      const page = await listCases(calling, query);
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor);
  }
  return ids;
};
