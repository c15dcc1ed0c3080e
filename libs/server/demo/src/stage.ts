import { operatorPermissions } from '@konsil/contracts/console-codes';
import { insertOperator } from '@konsil/server-operators/operators';
import { randomUUID } from 'node:crypto';
import type { GeneralForms, NewCase } from '@konsil/contracts/cases';
import type { AnswerOption } from '@konsil/contracts/answer-options';
import {
  labelOf,
  medicalKindLabels,
  sourceKindLabels,
  type MedicalKind,
  type Priority,
  type Relationship,
  type TodoTitle,
} from '@konsil/contracts/codes';
import type { SaveEpicrisis } from '@konsil/contracts/epicrisis';
import type { NewMessage } from '@konsil/contracts/messages';
import type { PatientFields } from '@konsil/contracts/patients';
import type { AuditAction } from '@konsil/contracts/privacy';
import type { AnswerPatient } from '@konsil/contracts/requests';
import type { NewTodo } from '@konsil/contracts/todos';
import { accounts, consents, doctors, todos } from '@konsil/server-domain/schema';
import { eq } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import type { Actor } from '@konsil/server-domain/access/access';
import { nameObjects } from '@konsil/server-storage/object-names';
import { appendAudit, type AuditEntry } from '@konsil/server-platform/audit/audit';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import {
  loadCase,
  loadMessage,
  loadPatient,
  loadTodo,
  type AnswerRow,
  type CaseRow,
} from '@konsil/server-domain/access/loaders';
import type { Work } from '@konsil/server-domain/kernel/work';
import { readDicomUpload } from '@konsil/server-dicom/read-upload';
import { saveSecrets } from '@konsil/server-domain/accounts/accounts.queries';
import { consentTextVersion } from '@konsil/server-domain/accounts/legal-texts';
import { archiveCase, closeCase, openNewCase, setPriority } from '@konsil/server-consultation/cases/cases.queries';
import { questionsOf } from '@konsil/server-domain/cases/general-forms';
import { giveBackAfterReply } from '@konsil/server-consultation/cases/give-back';
import { markOpened } from '@konsil/server-consultation/cases/open-case';
import { saveGeneralForms } from '@konsil/server-consultation/cases/save-forms';
import { decidePool, putIntoPool } from '@konsil/server-consultation/cases/put-into-pool';
import { describeDocument } from '@konsil/server-documents/describe-document';
import { isDicomType, type FileType } from '@konsil/server-dicom/file-type';
import { addDocuments } from '@konsil/server-documents/upload/add-documents';
import { saveEpicrisis } from '@konsil/server-epicrisis/epicrisis.queries';
import { sendMessage, updateMessage } from '@konsil/server-messages/messages.queries';
import { insertPatient } from '@konsil/server-domain/patients/patient-record';
import { keepSummary } from '@konsil/server-consultation/letter-content/keep-letter';
import { answerPatient } from '@konsil/server-consultation/requests/answer-patient';
import { readAnswer } from '@konsil/server-consultation/requests/appointments';
import { sendToDoctor } from '@konsil/server-consultation/requests/send-to-doctor';
import { addTodo, updateTodo } from '@konsil/server-todos/todos.queries';
import { inChunks } from '@konsil/server-storage/chunk-cipher';
import type { Source } from './letters.ts';

/** A file with the details given by its uploader. */
export interface DemoFile {
  name: string;
  type: FileType;
  bytes: Buffer;
  kind: MedicalKind;
  /** The free text of kind "other". */
  words?: string;
  source: Source;
  day: string;
}
export interface NewPerson {
  email: string;
  phone: string;
  passwordHash: string | null;
  at: Date;
}
export interface DirectoryEntry {
  title: string;
  firstName: string;
  lastName: string;
  specialty: string;
  city: string;
  languages: string[];
  replyDays: number;
  aboutDe?: string;
  aboutEn?: string;
  topics?: string;
  priceDe?: string;
  priceEn?: string;
  practiceName?: string;
  practiceAddress?: string;
  practicePhone?: string;
  practiceEmail?: string;
  lanr?: string;
  bsnr?: string;
}

/** Performs user actions through the routes' functions, with the same audit entries, at past times. */
export class DemoActions {
  private readonly records: { actor: Actor; at: Date; entries: AuditEntry[] }[] = [];
  constructor(
    readonly kernel: Kernel,
    readonly tx: Tx,
  ) {}

  async patientAccount(
    { email, phone, passwordHash, at }: NewPerson,
    holder: PatientFields,
  ): Promise<{ actor: Actor; patientId: string }> {
    const actor = await this.account('patient', `${holder.first_name} ${holder.last_name}`, {
      email,
      phone,
      passwordHash,
      at,
    });
    await this.tx.insert(consents).values({
      accountId: actor.accountId,
      kind: 'health_data',
      givenAt: at,
      textVersion: await consentTextVersion(this.tx, this.kernel.env, 'health_data', at),
    });
    return { actor, patientId: await this.patient(actor, 'self', holder, at) };
  }
  async patient(actor: Actor, relationship: Relationship, fields: PatientFields, at: Date): Promise<string> {
    const { id } = await insertPatient(this.tx, this.kernel.vault, actor.accountId, relationship, fields, at);
    this.record(actor, at, { action: 'patient.write', result: 'allowed', patientId: id });
    return id;
  }
  async doctorAccount(person: NewPerson, entry: DirectoryEntry): Promise<Actor> {
    const actor = await this.account('doctor', '', person);
    await this.tx.insert(doctors).values({ accountId: actor.accountId, ...entry });
    return actor;
  }

  async open(actor: Actor, at: Date, form: NewCase): Promise<string> {
    const { id } = await openNewCase(this.work(actor, at), form);
    this.record(actor, at, { action: 'case.write', result: 'allowed', patientId: form.patient, caseId: id });
    return id;
  }
  forms = (actor: Actor, at: Date, caseId: string, form: GeneralForms) =>
    this.inCase(actor, at, caseId, 'case.write', (work, theCase) => saveGeneralForms(work, theCase, form));

  /** Uploads a file and saves its details. */
  upload = (
    actor: Actor,
    at: Date,
    caseId: string,
    { name, type, bytes, kind, words, source, day }: DemoFile,
  ): Promise<string> =>
    this.inCase(actor, at, caseId, 'document.upload', async (work, theCase) => {
      const { kernel, tx } = work;
      const { key, wrapped } = await kernel.vault.newFileKey(tx, theCase.patientId);
      // Inside the demo's single transaction.
      const objectKey = randomUUID();
      await nameObjects(tx, [objectKey]);
      const stored = await kernel.files.putAs({ key: objectKey, fileKey: key }, inChunks(inOnePiece(bytes)));
      const inspection = isDicomType(type)
        ? { kind: 'dicom' as const, instances: (await readDicomUpload(bytes)).instances }
        : { kind: 'pdf' as const, text: '' };
      const {
        added: [added],
      } = await addDocuments(kernel, { tx, actor, theCase, now: at }, [
        { fileName: name, type, stored, wrappedKey: wrapped, inspection, skipped: [], upload: 0, scanState: 'ready' },
      ]);
      if (!added) throw new Error('The document was not stored.');
      const details = {
        document_medical_kind: labelOf(medicalKindLabels, kind, words),
        source_kind: labelOf(sourceKindLabels, source.kind),
        source_name: source.name,
        issue_date: day,
      };
      await describeDocument(work, theCase, added.row, details, () => Promise.resolve(null));
      return added.row.id;
    });

  send = (actor: Actor, at: Date, caseId: string, note = '') =>
    this.inCase(actor, at, caseId, 'case.send', (work, theCase) =>
      sendToDoctor(work, theCase, { consent: true, note }),
    );
  answer = (
    actor: Actor,
    at: Date,
    caseId: string,
    option: AnswerOption,
    form: AnswerPatient,
    title: TodoTitle = 'none',
  ): Promise<AnswerRow> =>
    this.inCase(actor, at, caseId, 'case.answer', (work, theCase) =>
      answerPatient(work, theCase, { option, title }, form),
    );
  readAnswer = (actor: Actor, at: Date, caseId: string, answer: AnswerRow) =>
    this.inCase(actor, at, caseId, 'case.read', (work, theCase) => readAnswer(work, answer, theCase));
  message = (actor: Actor, at: Date, caseId: string, message: NewMessage) =>
    this.inCase(actor, at, caseId, 'message.write', (work, theCase) =>
      sendMessage(work, theCase, message, giveBackAfterReply),
    );
  todo = (actor: Actor, at: Date, caseId: string, todo: NewTodo) =>
    this.inCase(actor, at, caseId, 'todo.write', (work, theCase) => addTodo(work, theCase, todo));
  prioritize = (actor: Actor, at: Date, caseId: string, priority: Priority) =>
    this.inCase(actor, at, caseId, 'case.priority', (work, theCase) => setPriority(work, theCase, priority));
  close = (actor: Actor, at: Date, caseId: string) =>
    this.inCase(actor, at, caseId, 'case.write', (work, theCase) => closeCase(work, theCase, 'close', undefined));
  /** The patient lets the doctors of a clinic answer, too. */
  allowPool = (actor: Actor, at: Date, caseId: string, clinicId: string) =>
    this.inCase(actor, at, caseId, 'consent.give', (work, theCase) => decidePool(work, theCase, clinicId, true));
  putIntoPool = (actor: Actor, at: Date, caseId: string, clinicId: string) =>
    this.inCase(actor, at, caseId, 'pool.put', (work, theCase) => putIntoPool(work, theCase, clinicId));
  archive = (actor: Actor, at: Date, caseId: string) =>
    this.inCase(actor, at, caseId, 'case.archive', (work, theCase) => archiveCase(work, theCase, true, undefined));
  /** Opens the case page and the named documents. */
  look = (actor: Actor, at: Date, caseId: string, documentIds: readonly string[] = []) =>
    this.inCase(actor, at, caseId, 'case.read', async (work, theCase) => {
      await markOpened(work, theCase);
      this.record(
        actor,
        at,
        ...documentIds.map(
          (documentId): AuditEntry => ({
            action: 'document.read',
            result: 'allowed',
            patientId: theCase.patientId,
            caseId,
            documentId,
          }),
        ),
      );
    });

  async questionIds(caseId: string): Promise<string[]> {
    const theCase = await loadCase(this.tx, caseId, false);
    return theCase
      ? (
          await questionsOf(this.work({ accountId: theCase.accountId, role: 'patient' }, theCase.createdAt), theCase)
        ).map(({ id }) => id)
      : [];
  }
  async readMessage(actor: Actor, at: Date, messageId: string): Promise<void> {
    const found = await loadMessage(this.tx, messageId, true);
    if (!found) throw new Error('The message is missing.');
    await updateMessage(this.work(actor, at), found.theMessage, found.theCase, { read: true });
    this.record(actor, at, {
      action: 'message.read',
      result: 'allowed',
      patientId: found.theCase.patientId,
      caseId: found.theCase.id,
    });
  }
  /** The patient does what an answer asked for. */
  async tick(actor: Actor, at: Date, answer: AnswerRow): Promise<void> {
    const [todo] = await this.tx.select({ id: todos.id }).from(todos).where(eq(todos.answerId, answer.id));
    const found = todo && (await loadTodo(this.tx, todo.id, true));
    if (!found) throw new Error('The ToDo is missing.');
    await updateTodo(this.work(actor, at), found.theTodo, found.theCase, { done: true });
    this.record(actor, at, {
      action: 'todo.write',
      result: 'allowed',
      patientId: found.theCase.patientId,
      caseId: found.theCase.id,
    });
  }
  async epicrisis(actor: Actor, at: Date, patientId: string, version: SaveEpicrisis): Promise<void> {
    const found = await loadPatient(this.tx, patientId, true);
    if (!found) throw new Error('The patient is missing.');
    await saveEpicrisis(this.work(actor, at), found.row, version, keepSummary);
    this.record(actor, at, {
      action: version.release ? 'epicrisis.release' : 'epicrisis.write',
      result: 'allowed',
      patientId,
    });
  }

  work(actor: Actor, now: Date): Work {
    return { kernel: this.kernel, tx: this.tx, actor, now };
  }

  private async account(
    role: Actor['role'],
    fullName: string,
    { email, phone, passwordHash, at }: NewPerson,
  ): Promise<Actor> {
    const id = randomUUID();
    const [account] = await this.tx
      .insert(accounts)
      .values({
        // No notifications about events before the demo started.
        id,
        role,
        email,
        passwordHash,
        locale: 'de',
        settings: { notify_email: 'none' },
        createdAt: at,
        emailConfirmedAt: at,
        userDataAt: at,
        phoneConfirmedAt: at,
      })
      .returning();
    if (!account) throw new Error('The account was not stored.');
    await saveSecrets(this.tx, this.kernel.vault, account.id, { full_name: fullName, phone });
    return { accountId: id, role };
  }
  /** An operator sets up the second factor at the first sign-in. */
  async operatorAccount({ email, passwordHash, at }: NewPerson, fullName: string): Promise<void> {
    await insertOperator(this.tx, this.kernel.vault, {
      email,
      fullName,
      permissions: operatorPermissions,
      locale: 'de',
      passwordHash,
      at,
    });
  }
  private async inCase<T>(
    actor: Actor,
    at: Date,
    caseId: string,
    action: AuditAction,
    act: (work: Work, theCase: CaseRow) => Promise<T>,
  ): Promise<T> {
    const theCase = await loadCase(this.tx, caseId, true);
    if (!theCase) throw new Error('The case is missing.');
    const result = await act(this.work(actor, at), theCase);
    this.record(actor, at, { action, result: 'allowed', patientId: theCase.patientId, caseId });
    return result;
  }
  private record(actor: Actor, at: Date, ...entries: AuditEntry[]): void {
    this.records.push({ actor, at, entries });
  }
  /** Writes the audit entries in order of time, because cases were created one after another. */
  async writeAudit(): Promise<void> {
    for (const { actor, at, entries } of this.records.sort((a, b) => a.at.getTime() - b.at.getTime()))
      await appendAudit(this.tx, this.kernel.vault, actor, at, entries);
  }
}

async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
