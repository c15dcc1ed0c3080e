import type { FastifyInstance } from 'fastify';
import type { ArchiveFailure } from '@konsil/contracts/clinic-archives';
import { clinicArchiveRoutes as contracts } from '@konsil/contracts/clinic-archives';
import { fullName } from '@konsil/contracts/full-name';
import { differencesOf, readablePersonName } from '@konsil/contracts/person-names';
import { eq } from 'drizzle-orm';
import type { Actor } from '@konsil/server-domain/access/access';
import { inCase } from '@konsil/server-domain/access/addresses';
import type { CaseRow } from '@konsil/server-domain/access/loaders';
import { archiveHits } from '@konsil/server-domain/accounts/account-limits';
import { withAllRows } from '@konsil/server-domain/database/roles';
import { route } from '@konsil/server-domain/http/route';
import { patients } from '@konsil/server-domain/schema';
import { patientRecord } from '@konsil/server-domain/sealed/patient';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { Problem } from '@konsil/server-platform/http/problems';
import type { DocumentParts } from '../parts.ts';
import { uploadsOf } from '../upload/add-documents.ts';
import { addInstances } from '../upload/add-instances.ts';
import { checkRoom } from '../upload/quota.ts';
import { discardInstances, type ReceivedInstances } from '../upload/receive-instances.ts';
import { ArchiveProblem, findStudies, mostStudies, type ArchiveAddress, type FoundStudy } from './ask-archive.ts';
import { archivesFor, openArchive } from './clinic-archives.ts';
import { fetchStudy, OtherPerson } from './fetch-study.ts';

interface Asking {
  actor: Actor;
  theCase: CaseRow;
  body: { clinic: string };
}

/** Earlier images from the archive of a doctor's clinic (docs/decisions/case-images.md). */
export const clinicArchiveRoutes = (app: FastifyInstance, parts: DocumentParts): void => {
  const { kernel, gate, preparing } = parts;
  const { env, vault } = kernel;

  /** @throws {Problem} `not_found` for an archive that the caller may not ask */
  const archiveOf = async ({ actor, theCase, body: { clinic } }: Asking): Promise<ArchiveAddress> => {
    const secrets = await openArchive(kernel.db, vault, { actor, theCase, clinic });
    if (!secrets) throw new Problem('not_found');
    await kernel.limits.count(...archiveHits(actor.accountId));
    return { ...secrets, networks: env.ARCHIVE_PRIVATE_NETWORKS };
  };
  const patientOf = async (tx: Tx | Database, { patientId }: CaseRow) => {
    const [row] = await tx.select().from(patients).where(eq(patients.id, patientId));
    if (!row) throw new Error('The patient of a case is gone.');
    return vault.open(tx, patientId, patientRecord, row.sealed);
  };
  /** What went wrong for the doctor; the operator reads the reason in the log. */
  const failureOf = (error: unknown, { body: { clinic } }: Asking): ArchiveFailure => {
    if (!(error instanceof ArchiveProblem)) throw error;
    kernel.log.warn({ clinic, failure: error }, `a clinic's archive gave nothing: ${error.failure}`);
    return error.failure;
  };

  route(app, contracts.listCaseArchives, {
    access: inCase('fetchImages'),
    handler: ({ tx, actor, theCase, auditAs }) => {
      // Says nothing about the patient.
      auditAs();
      return archivesFor(tx, actor, theCase);
    },
  });

  route(app, contracts.searchCaseArchive, {
    access: inCase('fetchImages'),
    prepare: async (asking): Promise<{ found: FoundStudy[]; failure: ArchiveFailure | null }> => {
      const { patient_number: patientNumber, accession_number: accessionNumber } = asking.body;
      const archive = await archiveOf(asking);
      try {
        return { found: await findStudies(archive, { patientNumber, accessionNumber }), failure: null };
      } catch (error) {
        return { found: [], failure: failureOf(error, asking) };
      }
    },
    handler: async ({ tx, theCase, body, prepared: { found, failure }, auditAs }) => {
      const { id: caseId, patientId } = theCase;
      auditAs({ action: 'archive.search', result: 'allowed', patientId, caseId, detail: { clinic: body.clinic } });
      const patient = await patientOf(tx, theCase);
      return {
        failure,
        studies: found.slice(0, mostStudies).map((study) => ({
          study_uid: study.studyUid,
          patient_name: readablePersonName(study.patientName),
          birth_date: study.birthDate,
          differs: differencesOf(study, patient),
          study_date: study.studyDate,
          modalities: study.modalities,
          description: study.description,
          accession_number: study.accessionNumber,
          images: study.images,
        })),
        more: found.length > mostStudies,
        patient: { name: fullName(patient), birth_date: patient.date_of_birth },
      };
    },
  });

  interface Fetched {
    received: ReceivedInstances | null;
    failure: ArchiveFailure | null;
    stranger?: OtherPerson['stranger'];
  }
  route(app, contracts.fetchFromArchive, {
    access: inCase('fetchImages', 'document.upload'),
    prepare: async (asking): Promise<Fetched> => {
      const { actor, theCase, body, db } = asking;
      const archive = await archiveOf(asking);
      const leave = await gate.enter(actor.accountId);
      try {
        await checkRoom(db, actor.accountId, theCase.doctorId, env);
        const wanted = {
          patientNumber: body.patient_number,
          studyUid: body.study_uid,
          patient: await patientOf(db, theCase),
          isConfirmed: body.other_person,
        };
        const sending = { patientId: theCase.patientId, accountId: actor.accountId };
        return { received: await fetchStudy(parts, archive, sending, wanted), failure: null };
      } catch (error) {
        if (error instanceof OtherPerson) return { received: null, failure: null, stranger: error.stranger };
        return { received: null, failure: failureOf(error, asking) };
      } finally {
        leave();
      }
    },
    discard: async ({ received }) => {
      if (received) await discardInstances(parts, received);
    },
    handler: async (context) => {
      const { tx, actor, theCase, prepared, body, auditAs, afterCommit } = context;
      const { received, failure, stranger } = prepared;
      // Asked again: the doctor may have left the clinic, or the clinic its archive, during the retrieval.
      const { clinic } = body;
      if (!(await withAllRows(tx, () => openArchive(tx, vault, { actor, theCase, clinic }))))
        throw new Problem('not_found');
      const added = received ? await addInstances(kernel, context, received) : [];
      auditAs(...uploadsOf(added, { archive: body.clinic }));
      afterCommit(() => preparing.wake());
      return { failure, stranger, documents: added.length, left_out: received?.failed.length ?? 0 };
    },
  });
};
