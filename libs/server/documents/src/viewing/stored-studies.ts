import { randomUUID } from 'node:crypto';
import {
  measurementsVersion,
  type AnsweredMeasurements,
  type KeptMeasurements,
  type Measurements,
  type MeasurementsWrite,
} from '@konsil/contracts/measurements';
import type { Beside, ClosedReason, OtherStudy, ViewedCase } from '@konsil/contracts/viewed-case';
import { and, asc, eq, exists, isNull, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import {
  answers,
  cases,
  dicomInstances,
  doctors,
  documents,
  drafts,
  unopenedSendings,
} from '@konsil/server-domain/schema';
import { settingsOf } from '@konsil/server-domain/accounts/account-settings';
import { accountById, doctorName } from '@konsil/server-domain/accounts/accounts.queries';
import { readableCases } from '@konsil/server-domain/cases/case-scope';
import { openCase } from '@konsil/server-domain/cases/case-texts';
import { checkDraftRoom } from '@konsil/server-domain/drafts/drafts';
import { appendAudit } from '@konsil/server-platform/audit/audit';
import { grantedCases, withGrants } from '@konsil/server-domain/access/grants';
import { can, type Actor } from '@konsil/server-domain/access/access';
import { iso, later, minuteMs } from '@konsil/server-platform/clock';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import {
  caseResource,
  documentResource,
  loadCase,
  loadDocument,
  type DocumentRow,
} from '@konsil/server-domain/access/loaders';
import type { OpenedStudy } from '@konsil/server-dicom/web/study-cookies';
import type { StoredInstance, StudyGrant, StudySource } from '@konsil/server-dicom/web/study-source';
import { viewerTimes } from '@konsil/server-dicom/web/viewer-access';
import {
  holdTicket,
  issueTicket,
  prolongTicket,
  spendTicket,
  ticketRefusal,
  type HeldTicket,
} from '../delivery/tickets.ts';
import { isDamage, reportDamage } from '../damage.ts';
import { patientOf } from '@konsil/server-domain/patients/patient-record';
import { measurementsKey, shownMeasurement } from '@konsil/server-domain/measurements/marked';
import { visibleTo } from '@konsil/server-domain/documents/document-rules';
import { TtlCache } from '@konsil/server-platform/recent';
import { answerTexts } from '@konsil/server-domain/sealed/answer';
import { dicomInstance } from '@konsil/server-domain/sealed/dicom-instance';
import { documentSecrets } from '@konsil/server-domain/sealed/document';
import { draftContent } from '@konsil/server-domain/sealed/draft';

export interface DocumentGrant extends StudyGrant {
  actor: Actor;
  caseId: string;
  patientId: string;
  /** The portal's session that opened it. */
  sessionId: string;
}

const sessionMs = viewerTimes.sessionMinutes * minuteMs;
const keptMs = minuteMs;

/**
 * The documents a study is opened from: the requested one, and others of the case with images of the same study and
 * person, as far as this reader has access.
 */
export const documentsOfStudy = async (
  db: Database | Tx,
  { actor, caseId, documentId, studyUid }: Omit<DocumentGrant, 'whose' | 'patientId' | 'sessionId'>,
): Promise<string[]> => {
  const opened = alias(documents, 'opened');
  const samePerson = eq(
    documents.person,
    db.select({ person: opened.person }).from(opened).where(eq(opened.id, documentId)),
  );
  const rows = await db
    .selectDistinct({ id: documents.id, uploadedAt: documents.uploadedAt })
    .from(documents)
    .innerJoin(dicomInstances, eq(dicomInstances.documentId, documents.id))
    .where(
      and(
        eq(documents.caseId, caseId),
        eq(dicomInstances.studyUid, studyUid),
        samePerson,
        eq(documents.scanState, 'ready'),
        or(eq(documents.id, documentId), and(isNull(documents.archivedAt), visibleTo(actor))),
      ),
    )
    .orderBy(asc(documents.uploadedAt));
  return rows.map(({ id }) => id);
};

/** The studies of our documents for the DICOMweb routes; every request checks access again. */
export class StoredStudies implements StudySource<DocumentGrant> {
  // Images are immutable, so opened ones are cached briefly: a viewer requests hundreds of frames.
  private readonly opened = new TtlCache<StoredInstance[]>(keptMs, 40);
  private readonly files = new TtlCache<{ key: string; fileKey: Buffer; patientId: string }>(keptMs, 200);

  constructor(private readonly kernel: Kernel) {}

  /** Exchanges a one-time ticket for a session token for one study. */
  async redeem(ticket: string): Promise<OpenedStudy | null> {
    const { db, env, clock } = this.kernel;
    const now = clock.now();
    const held = await holdTicket(db, env, { kind: 'viewer', token: ticket, request: null, now });
    const grant = held && (await this.grantOf(held));
    if (!held || !grant || !(await spendTicket(db, held.ticket, now))) return null;
    const { accountId, sessionId } = held.ticket;
    const { token } = await db.transaction((tx) =>
      issueTicket(
        tx,
        { accountId, sessionId },
        { kind: 'viewer_session', documentId: grant.documentId, studyUid: grant.studyUid },
        now,
        sessionMs,
      ),
    );
    return { studyUid: grant.studyUid, whose: grant.whose, token };
  }

  async grantsOf(tokens: string[], looking: boolean): Promise<DocumentGrant[]> {
    const { db, env, clock } = this.kernel;
    const grants: DocumentGrant[] = [];
    for (const token of tokens) {
      const now = clock.now();
      const held = await holdTicket(db, env, { kind: 'viewer_session', token, request: null, now });
      const grant = held && (await this.grantOf(held));
      if (!grant) continue;
      grants.push(grant);
      if (looking && held.ticket.expiresAt < later(now, sessionMs - minuteMs))
        await prolongTicket(db, held.ticket, later(now, sessionMs));
    }
    return grants;
  }

  async whyClosed(token: string): Promise<ClosedReason | null> {
    const { db, env, clock } = this.kernel;
    const shown = { kind: 'viewer_session', token, now: clock.now() } as const;
    const over = await ticketRefusal(db, env, shown);
    if (over) return over;
    const held = await holdTicket(db, env, { ...shown, request: null });
    return held && !(await this.grantOf(held)) ? 'no_right' : null;
  }

  async instances(grant: DocumentGrant): Promise<StoredInstance[]> {
    const { studyUid } = grant;
    const instances = await Promise.all(
      (await documentsOfStudy(this.kernel.db, grant)).map((id) =>
        this.opened.get(`${id}/${studyUid}`, () => this.open(id, studyUid)),
      ),
    );
    return instances.flat();
  }

  async caseOf({ documentId, actor }: DocumentGrant): Promise<ViewedCase | null> {
    const { db, vault } = this.kernel;
    return db.transaction(async (tx) => {
      const found = await loadDocument(tx, documentId, false);
      if (!found) return null;
      const { first_name, last_name, date_of_birth } = await patientOf(tx, vault, found.theCase.patientId);
      const { shortcuts, keys } = settingsOf(await accountById(tx, actor.accountId));
      return {
        patient: { first_name, last_name, date_of_birth },
        issue_date: found.theDocument.issueDate,
        keys: shortcuts ? keys.viewer : null,
      };
    });
  }

  async others({ actor, caseId, patientId, documentId, studyUid }: DocumentGrant): Promise<OtherStudy[]> {
    const { vault } = this.kernel;
    return this.kernel.db.transaction(async (tx) => {
      const rows = await tx
        .select({ theDocument: documents, theCase: cases })
        .from(documents)
        .innerJoin(cases, eq(cases.id, documents.caseId))
        .where(
          and(
            eq(documents.patientId, patientId),
            or(readableCases(actor), grantedCases(actor)),
            visibleTo(actor),
            isNull(documents.archivedAt),
            eq(documents.scanState, 'ready'),
            exists(
              tx
                .select({ one: dicomInstances.member })
                .from(dicomInstances)
                .where(eq(dicomInstances.documentId, documents.id)),
            ),
          ),
        )
        .orderBy(asc(documents.uploadedAt));
      const opened = rows.find(({ theDocument }) => theDocument.id === documentId)?.theDocument;
      const found = new Map<string, OtherStudy>();
      for (const { theDocument, theCase } of rows) {
        if (!can(actor, 'document', 'read', documentResource(theDocument, theCase))) continue;
        const secrets = await vault.open(tx, patientId, documentSecrets, theDocument.sealed);
        const elsewhere = theCase.id !== caseId;
        for (const study of secrets.dicom ? [secrets.dicom, ...(secrets.dicom.other_studies ?? [])] : []) {
          // Documents of one study and person in one case open together.
          const key = `${theCase.id} ${theDocument.person} ${study.study_uid}`;
          if (found.has(key)) continue;
          // The open one itself; sent again with another case it is no further examination.
          if (study.study_uid === studyUid && (elsewhere || theDocument.person === opened?.person)) continue;
          found.set(key, {
            document_id: theDocument.id,
            study_uid: study.study_uid,
            study_date: study.study_date,
            description: study.description,
            modality: study.modality,
            images: study.images,
            source: secrets.source_name ?? '',
            case_name: elsewhere ? (await openCase(tx, vault, theCase)).case_name : null,
          });
        }
      }
      return [...found.values()].sort((a, b) => (b.study_date ?? '').localeCompare(a.study_date ?? ''));
    });
  }

  async openBeside(
    grant: DocumentGrant,
    { document_id: documentId, study_uid: studyUid }: Beside,
  ): Promise<OpenedStudy | null> {
    const { db, vault, clock } = this.kernel;
    // Its access is decided where it is listed.
    const wanted = (await this.others(grant)).find(
      (one) => one.document_id === documentId && one.study_uid === studyUid,
    );
    if (!wanted) return null;
    const now = clock.now();
    return db.transaction(async (tx) => {
      const found = await loadDocument(tx, documentId, false);
      if (!found) return null;
      const { actor, patientId, sessionId } = grant;
      const caseId = found.theCase.id;
      const { token } = await issueTicket(
        tx,
        { accountId: actor.accountId, sessionId },
        { kind: 'viewer_session', documentId, studyUid },
        now,
        sessionMs,
      );
      const shown = await documentsOfStudy(tx, { actor, caseId, documentId, studyUid });
      await appendAudit(
        tx,
        vault,
        actor,
        now,
        shown.map((id) => ({ action: 'document.view_images', result: 'allowed', patientId, caseId, documentId: id })),
      );
      return { studyUid, whose: `${actor.accountId} ${caseId}`, token };
    });
  }

  async measurements(grant: DocumentGrant): Promise<KeptMeasurements | null> {
    const { vault } = this.kernel;
    return this.kernel.db.transaction(async (tx) => {
      if (!(await mayMeasure(tx, grant, false))) return null;
      const [row] = await tx.select().from(drafts).where(measurementsOf(grant));
      return row
        ? {
            content: (await vault.open(tx, row.ownerId, draftContent, row.sealed)) as unknown as Measurements,
            revision: row.revision,
          }
        : { content: { version: measurementsVersion, items: [] }, revision: null };
    });
  }

  async keepMeasurements(
    grant: DocumentGrant,
    { content, over }: MeasurementsWrite,
  ): Promise<{ revision: string } | 'conflict' | null> {
    const { vault, clock } = this.kernel;
    const { actor, caseId, patientId } = grant;
    return this.kernel.db.transaction(async (tx) => {
      // The lock on the case serializes two writers, also of a first draft.
      if (!(await mayMeasure(tx, grant, true))) return null;
      const [before] = await tx.select({ revision: drafts.revision }).from(drafts).where(measurementsOf(grant));
      if ((before?.revision ?? null) !== over) return 'conflict';
      const sealed = await vault.seal(tx, patientId, draftContent, content);
      const key = measurementsKey(caseId);
      const now = clock.now();
      await checkDraftRoom({ tx, now }, actor.accountId, key, sealed.length);
      const kept = { ownerId: patientId, patientId, caseId, sealed, revision: randomUUID(), updatedAt: now };
      await tx
        .insert(drafts)
        .values({ ...kept, key, accountId: actor.accountId })
        .onConflictDoUpdate({ target: [drafts.accountId, drafts.key], set: kept });
      return { revision: kept.revision };
    });
  }

  async answered({ actor, patientId }: DocumentGrant): Promise<AnsweredMeasurements[]> {
    const { vault } = this.kernel;
    return this.kernel.db.transaction(async (tx) => {
      const rows = await tx
        .select({ answer: answers, by: doctors, unopenedOf: unopenedSendings.senderId })
        .from(answers)
        .innerJoin(cases, eq(cases.id, answers.caseId))
        .innerJoin(doctors, eq(doctors.accountId, answers.doctorId))
        .leftJoin(unopenedSendings, eq(unopenedSendings.id, answers.id))
        .where(and(eq(cases.patientId, patientId), readableCases(actor)))
        .orderBy(asc(answers.answeredAt), asc(answers.id));
      const groups: AnsweredMeasurements[] = [];
      for (const { answer, by, unopenedOf } of rows) {
        // The sender can still withdraw an unopened answer, so its recipient sees the measurements with the answer
        // first.
        if (unopenedOf && unopenedOf !== actor.accountId) continue;
        const { measurements = [] } = await vault.open(tx, patientId, answerTexts, answer.sealed);
        if (measurements.length > 0)
          groups.push({
            answer_id: answer.id,
            doctor: doctorName(by),
            answered_at: iso(answer.answeredAt),
            items: measurements.map(shownMeasurement),
          });
      }
      return groups;
    });
  }

  async *readFile(documentId: string, start: number, end: number): AsyncGenerator<Buffer> {
    const file = await this.files.get(documentId, async () => {
      const { db, vault } = this.kernel;
      const [row] = await db.select().from(documents).where(eq(documents.id, documentId));
      if (!row) throw new Error('A document of an opened study is gone.');
      return {
        key: row.storageKey,
        fileKey: await vault.unwrapFileKey(db, row.patientId, row.fileKey),
        patientId: row.patientId,
      };
    });
    try {
      const { read } = await this.kernel.files.get(file);
      for await (const piece of read({ start, end })) yield piece as Buffer;
    } catch (failure) {
      if (isDamage(failure)) await reportDamage(this.kernel, { documentId, patientId: file.patientId }, failure);
      throw failure;
    }
  }

  /** Every image of a document, whoever asks: access is checked before. */
  async imagesOf(documentId: string): Promise<StoredInstance[]> {
    return this.open(documentId);
  }

  private async open(documentId: string, studyUid?: string): Promise<StoredInstance[]> {
    const { db, vault } = this.kernel;
    const rows = await db
      .select({ sealed: dicomInstances.sealed, patientId: documents.patientId })
      .from(dicomInstances)
      .innerJoin(documents, eq(documents.id, dicomInstances.documentId))
      .where(
        and(
          eq(dicomInstances.documentId, documentId),
          studyUid === undefined ? undefined : eq(dicomInstances.studyUid, studyUid),
        ),
      )
      .orderBy(asc(dicomInstances.member));
    await vault.warm(
      db,
      rows.map(({ patientId }) => patientId),
    );
    return Promise.all(
      rows.map(async ({ sealed, patientId }) => ({
        ...(await vault.open(db, patientId, dicomInstance, sealed)),
        documentId,
      })),
    );
  }

  private async grantOf({ ticket, actor: bearer }: HeldTicket): Promise<DocumentGrant | null> {
    const { documentId, studyUid } = ticket;
    if (!documentId || !studyUid) return null;
    const { db, clock } = this.kernel;
    const { found, actor } = await db.transaction(async (tx) => {
      const found = await loadDocument(tx, documentId, false);
      const reads = (reader: Actor) =>
        found !== null && can(reader, 'document', 'read', documentResource(found.theDocument, found.theCase));
      if (reads(bearer)) return { found, actor: bearer };
      const actor = await withGrants(tx, bearer, found?.theCase.id, clock.now());
      return { found: reads(actor) ? found : null, actor };
    });
    if (!found || !isServed(found.theDocument)) return null;
    const caseId = found.theCase.id;
    return {
      actor,
      caseId,
      patientId: found.theCase.patientId,
      sessionId: ticket.sessionId,
      documentId: found.theDocument.id,
      studyUid,
      whose: `${actor.accountId} ${caseId}`,
    };
  }
}

const measurementsOf = ({ actor, caseId }: DocumentGrant) =>
  and(eq(drafts.accountId, actor.accountId), eq(drafts.key, measurementsKey(caseId)));
/** Measurements become part of an answer, so they have its rule. */
const mayMeasure = async (tx: Tx, { actor, caseId }: DocumentGrant, locked: boolean): Promise<boolean> => {
  const theCase = await loadCase(tx, caseId, locked);
  return theCase !== null && can(actor, 'case', 'answer', caseResource(theCase));
};

const isServed = ({ scanState }: DocumentRow): boolean => scanState === 'ready';
