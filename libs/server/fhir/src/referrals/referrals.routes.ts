import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { documentRoutes } from '@konsil/contracts/documents';
import { fhirRoutes } from '@konsil/contracts/fhir';
import { fhirJson } from '@konsil/contracts/fhir-paths';
import { mostReferralBytes } from '@konsil/contracts/fhir-referrals';
import { referralRoutes } from '@konsil/contracts/referrals';
import { pathOf } from '@konsil/contracts/route';
import { and, eq, lt, lte, ne, or } from 'drizzle-orm';
import { openNewCase } from '@konsil/server-consultation/cases/cases.queries';
import { issueTicket } from '@konsil/server-documents/delivery/tickets';
import { deleteErasedFiles, nameErasedFiles } from '@konsil/server-documents/erased-files';
import type { DocumentParts } from '@konsil/server-documents/parts';
import { addDocuments } from '@konsil/server-documents/upload/add-documents';
import { checkQuota } from '@konsil/server-documents/upload/quota';
import { discardFiles, receiveOne, type ReceivedFile } from '@konsil/server-documents/upload/receive-files';
import { knowsDoctor } from '@konsil/server-domain/access/access';
import { ownedResource, signedIn } from '@konsil/server-domain/access/addresses';
import { loadCase } from '@konsil/server-domain/access/loaders';
import { referralHits, referralLetterHits } from '@konsil/server-domain/accounts/account-limits';
import { accountByEmail } from '@konsil/server-domain/accounts/accounts.queries';
import { stillActsFor } from '@konsil/server-domain/backend-clients/client-tokens';
import { findStaying } from '@konsil/server-domain/doctors/doctors.queries';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { route } from '@konsil/server-domain/http/route';
import { dayInWords } from '@konsil/server-domain/names/moments';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import {
  addressHash,
  claimReferrals,
  endReferrals,
  filesOfReferral,
  waitingReferral,
  type ReferralRow,
} from '@konsil/server-domain/referrals/referrals';
import { referralFiles, referrals } from '@konsil/server-domain/schema';
import { referralContent } from '@konsil/server-domain/sealed/referral';
import { hourMs, iso, later, minuteMs } from '@konsil/server-platform/clock';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { isOfFastClock } from '@konsil/server-platform/database/time';
import { acceptJsonAs } from '@konsil/server-platform/http/json-body';
import { requestOrigin } from '@konsil/server-platform/http/origins';
import { invalid, Problem } from '@konsil/server-platform/http/problems';
import { fieldMessage } from '@konsil/server-platform/http/words';
import { hmac } from '@konsil/server-platform/keys/crypto';
import { inEachLanguage } from '@konsil/server-platform/locale-texts';
import { Repeating } from '@konsil/server-platform/repeating';
import type { FastifyInstance } from 'fastify';
import type { Bundle } from 'fhir/r4';
import { tellingOf } from '../calling.ts';
import { clientOf } from '../subscriptions.ts';
import { faultText, referralIn, refusedBundle, type ReferralAsked, type ReferredDocument } from './bundle.ts';
import { comparedPeople, openReferral, showReferral, toReferralTask } from './show.ts';
import { keptMs } from '@konsil/server-platform/retention';

const waitsMs = keptMs('referrals');
/** The time in which a system can ask for the outcome of a referral. */
const toldMs = keptMs('referral-outcomes');
const linkMs = hourMs;
/** The most waiting cases of one doctor's systems for one address. */
const mostForAddress = 10;

interface Prepared {
  asked: ReferralAsked;
  id: string;
  files: ReceivedFile[];
}

const partOf = (bytes: Readable, filename: string) => ({
  file: Object.assign(bytes, { truncated: false, bytesRead: 0 }),
  filename,
});

/** A refusal of a file, as a fault of its element. */
const atElement =
  (path: readonly PropertyKey[]) =>
  (error: unknown): never => {
    const [fault] = error instanceof Problem ? (error.details.errors ?? []) : [];
    if (!fault) throw error;
    throw refusedBundle({
      path: [...path],
      issue: 'value',
      text: inEachLanguage((locale) => fieldMessage(fault.code, locale)),
    });
  };

/** Ends referrals that nobody decided in time, and deletes the outcomes of older ones. */
export const dropDueReferrals = async (kernel: Kernel): Promise<void> => {
  const now = kernel.clock.now();
  await kernel.db.transaction(async (tx) => {
    const due = or(lte(referrals.expiresAt, now), isOfFastClock(referrals.createdAt, now));
    if (due) await nameErasedFiles(tx, await endReferrals(tx, kernel.vault, due, 'expired', now));
    await tx.delete(referrals).where(and(ne(referrals.state, 'pending'), lt(referrals.decidedAt, later(now, -toldMs))));
  });
  await deleteErasedFiles(kernel);
};

/** Cases that a backend client prepares, and that a patient takes over or refuses (docs/decisions/referrals.md). */
export const referralRoutesOf = (app: FastifyInstance, parts: DocumentParts): void => {
  const { kernel, gate, preparing } = parts;
  const { vault, env } = kernel;
  acceptJsonAs(app, fhirJson);

  const requestHash = (asked: ReferralAsked) => hmac(vault.purposeKey('blind-index'), 'referral', asked.identifier);
  const sentBefore = async (
    db: Database | Tx,
    asked: ReferralAsked,
    { clientId, doctorId }: { clientId: string; doctorId: string },
  ): Promise<ReferralRow | undefined> =>
    (
      await db
        .select()
        .from(referrals)
        .where(
          and(
            eq(referrals.clientId, clientId),
            eq(referrals.doctorId, doctorId),
            eq(referrals.requestHash, requestHash(asked)),
          ),
        )
    )[0];

  /** Under the doctor's key until the referral's own is made with its row: a key without a row would stay for ever. */
  const receive = async ({ documents }: ReferralAsked, accountId: string): Promise<ReceivedFile[]> => {
    const received: ReceivedFile[] = [];
    const one = async ({ bytes, name, path }: ReferredDocument, place: number) => {
      const files = await receiveOne(
        parts,
        { patientId: accountId, accountId },
        partOf(Readable.from([bytes]), name),
        place,
      ).catch(atElement(path));
      received.push(...files);
      // The patient could not be told what was left out.
      if (files.some(({ skipped }) => skipped.length > 0))
        throw refusedBundle({
          path: [...path],
          issue: 'value',
          text: faultText('unreadablePart'),
        });
      if (files.some(({ scanState }) => scanState !== 'ready')) throw new Problem('unavailable', { retryAfter: 60 });
    };
    try {
      for (const [place, document] of documents.entries()) await one(document, place);
      return received;
    } catch (error) {
      await discardFiles(kernel, received);
      throw error;
    }
  };
  const discard = ({ files }: Pick<Prepared, 'files'>): Promise<void> => discardFiles(kernel, files);

  route(app, fhirRoutes.fhirTransaction, {
    access: signedIn('doctor'),
    bodyLimit: mostReferralBytes,
    prepare: async ({ session, actor, body, db }): Promise<Prepared> => {
      const client = clientOf(session);
      await kernel.limits.count(...referralHits(client.id));
      const asked = referralIn(body);
      const before = await sentBefore(db, asked, { clientId: client.id, doctorId: actor.accountId });
      if (before) return { asked, id: before.id, files: [] };
      const id = randomUUID();
      const leave = await gate.enter(actor.accountId);
      try {
        await checkQuota(db, actor.accountId, env, {
          files: asked.documents.length,
          bytes: asked.documents.reduce((sum, { bytes }) => sum + bytes.length, 0),
        });
        return { asked, id, files: await receive(asked, actor.accountId) };
      } finally {
        leave();
      }
    },
    discard,
    handler: async ({ request, tx, actor, session, prepared, now, audit, afterCommit }) => {
      const telling = tellingOf(env, request);
      const { asked, id, files } = prepared;
      const by = { clientId: clientOf(session).id, doctorId: actor.accountId };
      if (!(await stillActsFor(tx, by))) throw new Problem('unauthorized');
      const respond = (row: ReferralRow, status: string): Bundle => {
        const task = toReferralTask(row, telling, now);
        return {
          resourceType: 'Bundle',
          type: 'transaction-response',
          entry: asked.entries.map(({ type }) =>
            type === 'ServiceRequest'
              ? {
                  resource: task,
                  response: {
                    status,
                    location: `${telling.base}/Task/${row.id}`,
                    lastModified: task.lastModified ?? iso(row.createdAt),
                  },
                }
              : { response: { status } },
          ),
        };
      };
      const before = await sentBefore(tx, asked, by);
      if (before) {
        if (files.length > 0) afterCommit(() => discard(prepared));
        return respond(before, '200 OK') as unknown as { resourceType: string };
      }
      const path = ['entry', asked.entries.findIndex(({ type }) => type === 'ServiceRequest'), 'resource', 'performer'];
      const doctor = asked.doctor ?? actor.accountId;
      if (!knowsDoctor(actor, doctor) || !(await findStaying(tx, doctor))?.acceptsCases)
        throw refusedBundle({
          path,
          issue: 'business-rule',
          text: faultText('takesNoCases'),
        });
      const emailHash = addressHash(vault, asked.email);
      const waiting = and(
        eq(referrals.doctorId, actor.accountId),
        eq(referrals.emailHash, emailHash),
        eq(referrals.state, 'pending'),
      );
      if ((await tx.$count(referrals, waiting)) >= mostForAddress)
        throw refusedBundle({
          path: ['entry', asked.entries.findIndex(({ type }) => type === 'Patient'), 'resource', 'telecom'],
          issue: 'too-costly',
          text: faultText('waiting', { most: mostForAddress }),
        });
      await checkQuota(tx, actor.accountId, env, {
        files: files.length,
        bytes: files.reduce((sum, { stored }) => sum + stored.size, 0),
      });
      const { person, case_name, diagnosis, medical_history } = asked;
      const [row] = await tx
        .insert(referrals)
        .values({
          id,
          ...by,
          emailHash,
          requestHash: requestHash(asked),
          sealed: await vault.seal(tx, id, referralContent, {
            person,
            doctor,
            case_name,
            diagnosis,
            medical_history,
            files: files.map(({ fileName, type }) => ({ name: fileName, type })),
          }),
          createdAt: now,
          expiresAt: later(now, waitsMs),
        })
        .returning();
      if (!row) throw new Error('The referral was not stored.');
      for (const [position, { stored, wrappedKey }] of files.entries()) {
        const fileKey = await vault.unwrapFileKey(tx, actor.accountId, wrappedKey);
        await tx.insert(referralFiles).values({
          referralId: id,
          position,
          storageKey: stored.key,
          fileKey: await vault.wrapFileKey(tx, id, fileKey),
          size: stored.size,
        });
      }
      audit({ action: 'referral.send', result: 'allowed', detail: { referral: id } });
      if (await kernel.limits.allowsIn(tx, ...referralLetterHits(asked.email))) {
        // Only the language and the account of the letter differ for an address that is known here.
        const account = await accountByEmail(tx, asked.email);
        const locale = account?.locale ?? telling.locale;
        await enqueueEmail(tx, vault, {
          to: account?.email ?? asked.email,
          locale,
          ...(account ? { accountId: account.id } : {}),
          template: 'referral',
          data: {
            link: `${env.origins.patient}/patient/referrals`,
            until: dayInWords(iso(row.expiresAt).slice(0, 10), locale),
          },
        });
      }
      return respond(row, '202 Accepted') as unknown as { resourceType: string };
    },
  });

  const inReferral = ownedResource(async (tx, actor, id) => {
    const theReferral = await waitingReferral(tx, actor.accountId, id, kernel.clock.now());
    return theReferral ? { theReferral } : null;
  });

  route(app, referralRoutes.listReferrals, {
    access: signedIn('patient'),
    handler: async ({ tx, actor, session, now, audit }) => {
      const rows = await claimReferrals(tx, vault, session, now);
      audit(
        ...rows.map(({ id }) => ({
          action: 'referral.read' as const,
          result: 'allowed' as const,
          detail: { referral: id },
        })),
      );
      return Promise.all(rows.map((row) => showReferral({ tx, actor, kernel }, row)));
    },
  });

  route(app, referralRoutes.getReferralFile, {
    access: inReferral,
    handler: async ({ tx, theReferral, query: { place }, actor, session, request, now }) => {
      const files = await filesOfReferral(tx, theReferral.id);
      if (!files[Number(place)]) throw new Problem('not_found');
      const { token, expiresAt } = await issueTicket(
        tx,
        { accountId: actor.accountId, sessionId: session.id },
        { kind: 'referral', referralId: theReferral.id, member: Number(place) },
        now,
        linkMs,
      );
      return {
        Filelocation: requestOrigin(env, request) + pathOf(documentRoutes.getFile, { ticket: token, name: 'download' }),
        expires_at: iso(expiresAt),
      };
    },
  });

  const deleteFiles = () =>
    deleteErasedFiles(kernel).catch((failure: unknown) =>
      kernel.log.warn({ failure }, 'files of a decided referral wait for deletion'),
    );

  route(app, referralRoutes.acceptReferral, {
    access: inReferral,
    // The files come in once more, as an upload of the patient: with its checks, its quota and the patient's key.
    prepare: async ({ theReferral, actor, body, db }) => {
      const content = await openReferral(vault, db, theReferral);
      const [person] = await comparedPeople(kernel, db, actor, content, body.patient);
      if (!person) throw invalid({ path: 'patient', code: 'patientMissing' });
      if (person.differs.length > 0 && !body.same_person) throw invalid({ path: 'same_person', code: 'selectOption' });
      const received: ReceivedFile[] = [];
      const leave = await gate.enter(actor.accountId);
      try {
        for (const [place, file] of (await filesOfReferral(db, theReferral.id)).entries()) {
          const fileKey = await vault.unwrapFileKey(db, theReferral.id, file.fileKey);
          const { read } = await kernel.files.get({ key: file.storageKey, fileKey });
          const name = content.files[place]?.name ?? '';
          received.push(
            ...(await receiveOne(
              parts,
              { patientId: person.id, accountId: actor.accountId },
              partOf(read(), name),
              place,
            )),
          );
        }
        return { content, received };
      } catch (error) {
        await discardFiles(kernel, received);
        throw error;
      } finally {
        leave();
      }
    },
    discard: ({ received }) => discardFiles(kernel, received),
    handler: async ({ tx, actor, body, now, theReferral, prepared, audit, afterCommit }) => {
      const { doctor, case_name, diagnosis, medical_history } = prepared.content;
      const work = { tx, actor, now, kernel };
      const { id: caseId } = await openNewCase(work, {
        patient: body.patient,
        doctor,
        case_name,
        diagnosis,
        medical_history,
      });
      const theCase = await loadCase(tx, caseId, true);
      if (!theCase) throw new Error('The case of a referral is missing.');
      if (prepared.received.length > 0) {
        const { added, known } = await addDocuments(kernel, { tx, actor, theCase, now }, prepared.received);
        audit(
          ...added.map(({ row }) => ({
            action: 'document.upload' as const,
            result: 'allowed' as const,
            patientId: row.patientId,
            caseId,
            documentId: row.id,
          })),
        );
        afterCommit(() => preparing.wake());
        afterCommit(() => discardFiles(kernel, known));
      }
      await nameErasedFiles(tx, await endReferrals(tx, vault, eq(referrals.id, theReferral.id), 'accepted', now));
      afterCommit(deleteFiles);
      audit({
        action: 'referral.accept',
        result: 'allowed',
        patientId: body.patient,
        caseId,
        detail: { referral: theReferral.id },
      });
      return { case_id: caseId };
    },
  });

  route(app, referralRoutes.refuseReferral, {
    access: inReferral,
    // Refusing only deletes.
    reads: true,
    handler: async ({ tx, theReferral, now, audit, afterCommit }) => {
      await nameErasedFiles(tx, await endReferrals(tx, vault, eq(referrals.id, theReferral.id), 'refused', now));
      afterCommit(deleteFiles);
      audit({ action: 'referral.refuse', result: 'allowed', detail: { referral: theReferral.id } });
      return { ok: true as const };
    },
  });

  const house = new Repeating(kernel, 'housekeeping of referrals waits', () => kernel.identity.isQuiet);
  app.addHook('onReady', async () =>
    house.every('referrals-not-decided', 10 * minuteMs, () => dropDueReferrals(kernel)),
  );
  app.addHook('onClose', async () => house.stop());
};
