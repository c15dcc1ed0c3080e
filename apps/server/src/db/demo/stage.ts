import { randomUUID } from 'node:crypto';
import type { GeneralForms, NewCase } from '@konsil/contracts/cases';
import { labelOf, medicalKindLabels, sourceKindLabels, type AnswerOption, type MedicalKind, type Priority, type Relationship, type TodoTitle } from '@konsil/contracts/codes';
import type { SaveEpicrisis } from '@konsil/contracts/epicrisis';
import type { NewMessage } from '@konsil/contracts/messages';
import type { PatientFields } from '@konsil/contracts/patients';
import type { AuditAction } from '@konsil/contracts/privacy';
import type { AnswerPatient } from '@konsil/contracts/requests';
import type { NewTodo } from '@konsil/contracts/todos';
import { accounts, consents, doctors, todos } from '../schema';
import { eq } from 'drizzle-orm';
import type { Tx } from '../client.ts';
import type { Actor } from '../../kernel/access.ts';
import { nameObjects } from '../../kernel/object-names.ts';
import { appendAudit, type AuditEntry } from '../../kernel/audit.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { loadCase, loadMessage, loadPatient, loadTodo, type AnswerRow, type CaseRow } from '../../kernel/loaders.ts';
import type { Work } from '../../kernel/work.ts';
import { readDicomUpload } from '../../imaging/read-upload.ts';
import { saveSecrets } from '../../modules/accounts/accounts.queries.ts';
import { consentTextVersion } from '../../modules/accounts/legal-texts.ts';
import { archiveCase, closeCase, openNewCase, setPriority } from '../../modules/cases/cases.queries.ts';
import { questionsOf } from '../../modules/cases/general-forms.ts';
import { giveBackAfterReply } from '../../modules/cases/give-back.ts';
import { markOpened } from '../../modules/cases/open-case.ts';
import { saveGeneralForms } from '../../modules/cases/save-forms.ts';
import { describeDocument } from '../../modules/documents/describe-document.ts';
import { isDicomType, type FileType } from '../../modules/documents/file-type.ts';
import { addDocuments } from '../../modules/documents/upload/add-documents.ts';
import { saveEpicrisis } from '../../modules/epicrisis/epicrisis.queries.ts';
import { sendMessage, updateMessage } from '../../modules/messages/messages.queries.ts';
import { insertPatient } from '../../modules/patients/patient-record.ts';
import { answerPatient } from '../../modules/requests/answer-patient.ts';
import { readAnswer } from '../../modules/requests/appointments.ts';
import { sendToDoctor } from '../../modules/requests/send-to-doctor.ts';
import { addTodo, updateTodo } from '../../modules/todos/todos.queries.ts';
import { inChunks } from '../../storage/chunk-cipher.ts';
import type { Source } from './letters.ts';

/** A file with the details that its sender gives. */
export interface DemoFile {
  name: string;
  type: FileType;
  bytes: Buffer;
  kind: MedicalKind;
  /** What kind it is where the kind is "other". */
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
}

/** Plays what people did, through the functions of the routes and with the same audit records, at moments of the past. */
export class Stage {
  private readonly records: { actor: Actor; at: Date; entries: AuditEntry[] }[] = [];
  constructor(readonly kernel: Kernel, readonly tx: Tx) {}

  async patientAccount({ email, phone, passwordHash, at }: NewPerson, holder: PatientFields): Promise<{ actor: Actor; patientId: string }> {
    const actor = await this.account('patient', `${holder.first_name} ${holder.last_name}`, { email, phone, passwordHash, at });
    await this.tx.insert(consents).values({ accountId: actor.accountId, kind: 'health_data', givenAt: at, textVersion: consentTextVersion(this.kernel.env, 'health_data') });
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
  forms = (actor: Actor, at: Date, caseId: string, form: GeneralForms) => this.inCase(actor, at, caseId, 'case.write', (work, theCase) => saveGeneralForms(work, theCase, form));

  /** Uploads a file and describes it. */
  upload = (actor: Actor, at: Date, caseId: string, { name, type, bytes, kind, words, source, day }: DemoFile): Promise<string> =>
    this.inCase(actor, at, caseId, 'document.upload', async (work, theCase) => {
      const { kernel, tx } = work;
      const { key, wrapped } = await kernel.vault.newFileKey(tx, theCase.patientId);
      // Within the one transaction of the demo.
      const objectKey = randomUUID();
      await nameObjects(tx, [objectKey]);
      const stored = await kernel.files.putAs({ key: objectKey, fileKey: key }, inChunks(inOnePiece(bytes)));
      const inspection = isDicomType(type) ? { kind: 'dicom' as const, instances: (await readDicomUpload(bytes)).instances } : { kind: 'pdf' as const, text: '' };
      const { added: [added] } = await addDocuments(kernel, { tx, actor, theCase, now: at }, [{ fileName: name, type, stored, wrappedKey: wrapped, inspection, skipped: [], upload: 0, scanState: 'ready' }]);
      if (!added) throw new Error('The document was not stored.');
      const details = { document_medical_kind: labelOf(medicalKindLabels, kind, words), source_kind: labelOf(sourceKindLabels, source.kind), source_name: source.name, issue_date: day };
      await describeDocument(work, theCase, added.row, details, () => Promise.resolve(null));
      return added.row.id;
    });

  send = (actor: Actor, at: Date, caseId: string, note = '') => this.inCase(actor, at, caseId, 'case.send', (work, theCase) => sendToDoctor(work, theCase, { consent: true, note }));
  answer = (actor: Actor, at: Date, caseId: string, option: AnswerOption, form: AnswerPatient, title: TodoTitle = 'none'): Promise<AnswerRow> =>
    this.inCase(actor, at, caseId, 'case.answer', (work, theCase) => answerPatient(work, theCase, { option, title }, form));
  readAnswer = (actor: Actor, at: Date, caseId: string, answer: AnswerRow) => this.inCase(actor, at, caseId, 'case.read', (work, theCase) => readAnswer(work, answer, theCase));
  message = (actor: Actor, at: Date, caseId: string, message: NewMessage) => this.inCase(actor, at, caseId, 'message.write', (work, theCase) => sendMessage(work, theCase, message, giveBackAfterReply));
  todo = (actor: Actor, at: Date, caseId: string, todo: NewTodo) => this.inCase(actor, at, caseId, 'todo.write', (work, theCase) => addTodo(work, theCase, todo));
  prioritize = (actor: Actor, at: Date, caseId: string, priority: Priority) => this.inCase(actor, at, caseId, 'case.priority', (work, theCase) => setPriority(work, theCase, priority));
  close = (actor: Actor, at: Date, caseId: string) => this.inCase(actor, at, caseId, 'case.write', (work, theCase) => closeCase(work, theCase, 'close', undefined));
  archive = (actor: Actor, at: Date, caseId: string) => this.inCase(actor, at, caseId, 'case.archive', (work, theCase) => archiveCase(work, theCase, true, undefined));
  /** Somebody opens the case page, and the documents named. */
  look = (actor: Actor, at: Date, caseId: string, documentIds: readonly string[] = []) => this.inCase(actor, at, caseId, 'case.read', async (work, theCase) => {
    await markOpened(work, theCase);
    this.record(actor, at, ...documentIds.map((documentId): AuditEntry => ({ action: 'document.read', result: 'allowed', patientId: theCase.patientId, caseId, documentId })));
  });

  async questionIds(caseId: string): Promise<string[]> {
    const theCase = await loadCase(this.tx, caseId, false);
    return theCase ? (await questionsOf(this.work({ accountId: theCase.accountId, role: 'patient' }, theCase.createdAt), theCase)).map(({ id }) => id) : [];
  }
  async readMessage(actor: Actor, at: Date, messageId: string): Promise<void> {
    const found = await loadMessage(this.tx, messageId, true);
    if (!found) throw new Error('The message is missing.');
    await updateMessage(this.work(actor, at), found.theMessage, found.theCase, { read: true });
    this.record(actor, at, { action: 'message.read', result: 'allowed', patientId: found.theCase.patientId, caseId: found.theCase.id });
  }
  /** The patient does what an answer asked for. */
  async tick(actor: Actor, at: Date, answer: AnswerRow): Promise<void> {
    const [todo] = await this.tx.select({ id: todos.id }).from(todos).where(eq(todos.answerId, answer.id));
    const found = todo && (await loadTodo(this.tx, todo.id, true));
    if (!found) throw new Error('The ToDo is missing.');
    await updateTodo(this.work(actor, at), found.theTodo, found.theCase, { done: true });
    this.record(actor, at, { action: 'todo.write', result: 'allowed', patientId: found.theCase.patientId, caseId: found.theCase.id });
  }
  async epicrisis(actor: Actor, at: Date, patientId: string, version: SaveEpicrisis): Promise<void> {
    const found = await loadPatient(this.tx, patientId, true);
    if (!found) throw new Error('The patient is missing.');
    await saveEpicrisis(this.work(actor, at), found.row, version);
    this.record(actor, at, { action: version.release ? 'epicrisis.release' : 'epicrisis.write', result: 'allowed', patientId });
  }

  work(actor: Actor, now: Date): Work {
    return { kernel: this.kernel, tx: this.tx, actor, now };
  }

  private async account(role: Actor['role'], fullName: string, { email, phone, passwordHash, at }: NewPerson): Promise<Actor> {
    const id = randomUUID();
    const [account] = await this.tx.insert(accounts).values({
      // Nobody is written to about what happened before the demo began.
      id, role, email, passwordHash, locale: 'de', settings: { notify_email: 'none' }, createdAt: at, emailConfirmedAt: at, userDataAt: at, phoneConfirmedAt: at,
    }).returning();
    if (!account) throw new Error('The account was not stored.');
    await saveSecrets(this.tx, this.kernel.vault, account.id, { full_name: fullName, phone });
    return { accountId: id, role };
  }
  private async inCase<T>(actor: Actor, at: Date, caseId: string, action: AuditAction, act: (work: Work, theCase: CaseRow) => Promise<T>): Promise<T> {
    const theCase = await loadCase(this.tx, caseId, true);
    if (!theCase) throw new Error('The case is missing.');
    const result = await act(this.work(actor, at), theCase);
    this.record(actor, at, { action, result: 'allowed', patientId: theCase.patientId, caseId });
    return result;
  }
  private record(actor: Actor, at: Date, ...entries: AuditEntry[]): void {
    this.records.push({ actor, at, entries });
  }
  /** Writes the audit records in the order of time: cases of one person were played one after the other. */
  async writeAudit(): Promise<void> {
    for (const { actor, at, entries } of this.records.sort((a, b) => a.at.getTime() - b.at.getTime())) await appendAudit(this.tx, this.kernel.vault, actor, at, entries);
  }
}

async function* inOnePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
