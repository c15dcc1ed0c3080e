import type { ActingKind, StoredKind } from '@konsil/contracts/stored-kinds';
import type { OperatorPermission } from '@konsil/contracts/console-codes';
import type { AuditAction } from '@konsil/contracts/privacy';
import type { Tx } from '@konsil/server-platform/database/client';
import { can, type ActionOn, type Actor } from './access.ts';
import {
  assistantResource,
  caseResource,
  deputyResource,
  documentResource,
  loadAnswer,
  loadAssistant,
  loadCase,
  loadDeputy,
  loadDocument,
  loadLetter,
  loadMessage,
  loadPatient,
  loadPooled,
  loadReader,
  loadSecondLook,
  loadSent,
  loadTodo,
  messageResource,
  pooledResource,
  readerResource,
  secondLookResource,
  todoResource,
  type AnswerRow,
  type AssistantRow,
  type CaseRow,
  type DeputyRow,
  type DocumentRow,
  type LetterRow,
  type MessageRow,
  type PatientRow,
  type PooledRow,
  type ReaderRow,
  type SecondLookRow,
  type SentThing,
  type TodoRow,
} from './loaders.ts';

/** The resource that a URL addresses: what it is, whose data it is, and whether access is granted. */
export interface AddressedResource<Things> {
  allowed: boolean;
  things: Things;
  patientId?: string;
  caseId?: string;
  documentId?: string;
}

export interface OpenAccess {
  level: 'open';
}
export interface SessionAccess {
  /** `registering`: also before the registration is complete. `securing`: also for operators without a second factor. */
  level: 'registering' | 'securing' | 'signedIn';
  role?: StoredKind;
  permission?: OperatorPermission;
}
/** Access to the resource that the path's `param` identifies. */
export interface AddressedAccess<Things> {
  level: 'addressed';
  param: string;
  /** The audit action; undefined if no patient data is involved (e.g. the user's own session). */
  audit?: AuditAction;
  /** The ids also available before the registration is complete. */
  registering?: (id: string) => boolean;
  find: (tx: Tx, actor: Actor, id: string, locked: boolean) => Promise<AddressedResource<Things> | null>;
}
export type Access<Things = object> = OpenAccess | SessionAccess | AddressedAccess<Things>;

/** Public, signed in or not. */
export const open = (): OpenAccess => ({ level: 'open' });
/** A signed-in user whose registration may be incomplete. */
export const registering = (): SessionAccess => ({ level: 'registering' });
/** A signed-in user, of one role if given; for others the route is a 404. */
export const signedIn = (role?: ActingKind): SessionAccess => ({
  level: 'signedIn',
  ...(role ? { role } : {}),
});
/** Also an operator who still has to set up the second factor. */
export const securing = (): SessionAccess => ({ level: 'securing' });
/** An operator with a second factor, with this permission if given; for others the route is a 404. */
export const operating = (permission?: OperatorPermission): SessionAccess => ({
  level: 'signedIn',
  role: 'operator',
  ...(permission ? { permission } : {}),
});
/** A resource of the caller's own account, loaded by the module. */
export const ownedResource = <Things>(
  find: (tx: Tx, actor: Actor, id: string) => Promise<Things | null>,
  param = 'id',
): AddressedAccess<Things> => ({
  level: 'addressed',
  param,
  find: async (tx, actor, id) => {
    const things = await find(tx, actor, id);
    return things ? { allowed: true, things } : null;
  },
});

// The default audit action of each access.
const auditOf: {
  [K in
    | 'patient'
    | 'case'
    | 'document'
    | 'todo'
    | 'message'
    | 'letter'
    | 'secondLook'
    | 'deputy'
    | 'pooled'
    | 'reader']: Record<ActionOn<K>, AuditAction>;
} = {
  patient: {
    read: 'patient.read',
    write: 'patient.write',
    archive: 'patient.archive',
    readEpicrisis: 'epicrisis.read',
    writeEpicrisis: 'epicrisis.write',
    readAudit: 'audit.read',
    takeAway: 'export',
    readDocuments: 'document.list',
    import: 'record.import',
    readImports: 'patient.read',
    readHealth: 'patient.read',
    writeHealth: 'patient.write',
    invite: 'reader.invite',
    allowApp: 'app.allow',
  },
  case: {
    read: 'case.read',
    write: 'case.write',
    send: 'case.send',
    close: 'case.write',
    handOver: 'case.send',
    share: 'share.write',
    takeAway: 'export',
    answer: 'case.answer',
    prepareAnswer: 'case.prepare',
    readPrepared: 'case.read',
    addressLetters: 'case.write',
    cancelAppointment: 'appointment.cancel',
    prioritize: 'case.priority',
    askColleague: 'second_look.ask',
    pool: 'pool.put',
    archive: 'case.archive',
    upload: 'document.upload',
    fetchImages: 'archive.search',
    addTodo: 'todo.write',
    sendMessage: 'message.write',
    readAlong: 'case.read',
    allowAssistants: 'consent.give',
    allowPool: 'consent.give',
  },
  document: { read: 'document.read', write: 'document.write', archive: 'document.archive' },
  todo: { read: 'todo.read', complete: 'todo.write', write: 'todo.write', takeBack: 'todo.write' },
  message: { read: 'message.read', update: 'message.write', write: 'message.write' },
  letter: { read: 'letter.read' },
  secondLook: {
    read: 'second_look.read',
    answer: 'second_look.answer',
    decide: 'consent.give',
    end: 'second_look.end',
  },
  pooled: { read: 'pool.read', take: 'pool.take', assign: 'pool.assign' },
  deputy: { decide: 'consent.give', end: 'deputy.end' },
  reader: { read: 'patient.read', answer: 'reader.accept', change: 'reader.change', end: 'reader.end' },
};
const auditFor = <K extends keyof typeof auditOf>(kind: K, action: ActionOn<K>): AuditAction =>
  (auditOf[kind] as Record<string, AuditAction>)[action] as AuditAction;

/** The patient with the path's `:id`. */
export const inPatient = (
  action: ActionOn<'patient'>,
  audit = auditFor('patient', action),
): AddressedAccess<{ thePatient: PatientRow }> => ({
  level: 'addressed',
  param: 'id',
  audit,
  find: async (tx, actor, id, locked) => {
    const found = await loadPatient(tx, id, locked);
    return (
      found && {
        allowed: can(actor, 'patient', action, found.resource),
        things: { thePatient: found.row },
        patientId: id,
      }
    );
  },
});

/** The case with the path's `:id`. */
export const inCase = (
  action: ActionOn<'case'>,
  audit = auditFor('case', action),
): AddressedAccess<{ theCase: CaseRow }> => ({
  level: 'addressed',
  param: 'id',
  audit,
  find: async (tx, actor, id, locked) => {
    const theCase = await loadCase(tx, id, locked);
    return (
      theCase && {
        allowed: can(actor, 'case', action, caseResource(theCase)),
        things: { theCase },
        patientId: theCase.patientId,
        caseId: id,
      }
    );
  },
});

/** The document with the path's `:id` (or another parameter), with its case. */
export const inDocument = (
  action: ActionOn<'document'>,
  audit = auditFor('document', action),
  param = 'id',
): AddressedAccess<{ theDocument: DocumentRow; theCase: CaseRow }> => ({
  level: 'addressed',
  param,
  audit,
  find: async (tx, actor, id, locked) => {
    const found = await loadDocument(tx, id, locked);
    return (
      found && {
        allowed: can(actor, 'document', action, documentResource(found.theDocument, found.theCase)),
        things: found,
        patientId: found.theDocument.patientId,
        caseId: found.theDocument.caseId,
        documentId: id,
      }
    );
  },
});

/** The ToDo with the path's `:id`, with its case. */
export const inTodo = (
  action: ActionOn<'todo'>,
  audit = auditFor('todo', action),
): AddressedAccess<{ theTodo: TodoRow; theCase: CaseRow }> => ({
  level: 'addressed',
  param: 'id',
  audit,
  find: async (tx, actor, id, locked) => {
    const found = await loadTodo(tx, id, locked);
    return (
      found && {
        allowed: can(actor, 'todo', action, todoResource(found.theTodo, found.theCase)),
        things: found,
        patientId: found.theTodo.patientId,
        caseId: found.theTodo.caseId,
      }
    );
  },
});

/** The message with the path's `:id`, with its case. */
export const inMessage = (
  action: ActionOn<'message'>,
  audit = auditFor('message', action),
): AddressedAccess<{ theMessage: MessageRow; theCase: CaseRow }> => ({
  level: 'addressed',
  param: 'id',
  audit,
  find: async (tx, actor, id, locked) => {
    const found = await loadMessage(tx, id, locked);
    return (
      found && {
        allowed: can(actor, 'message', action, messageResource(found.theMessage, found.theCase)),
        things: found,
        patientId: found.theMessage.patientId,
        caseId: found.theMessage.caseId,
      }
    );
  },
});

/** The answer with the path's `:id`, with the access rules of its case. */
export const inAnswer = (
  action: ActionOn<'case'>,
  audit = auditFor('case', action),
): AddressedAccess<{ theAnswer: AnswerRow; theCase: CaseRow }> => ({
  level: 'addressed',
  param: 'id',
  audit,
  find: async (tx, actor, id, locked) => {
    const found = await loadAnswer(tx, id, locked);
    return (
      found && {
        allowed: can(actor, 'case', action, caseResource(found.theCase)),
        things: found,
        patientId: found.theCase.patientId,
        caseId: found.theCase.id,
      }
    );
  },
});

/** The second look with the path's `:id`, with its case. */
export const inSecondLook = (
  action: ActionOn<'secondLook'>,
  audit = auditFor('secondLook', action),
): AddressedAccess<{ theLook: SecondLookRow; theCase: CaseRow }> => ({
  level: 'addressed',
  param: 'id',
  audit,
  find: async (tx, actor, id, locked) => {
    const found = await loadSecondLook(tx, id, locked);
    return (
      found && {
        allowed: can(actor, 'secondLook', action, secondLookResource(found.theLook, found.theCase)),
        things: found,
        patientId: found.theCase.patientId,
        caseId: found.theCase.id,
      }
    );
  },
});

/** The deputy in a case with the path's `:id`, with the case. */
export const inDeputy = (
  action: ActionOn<'deputy'>,
  audit = auditFor('deputy', action),
): AddressedAccess<{ theDeputy: DeputyRow; theCase: CaseRow }> => ({
  level: 'addressed',
  param: 'id',
  audit,
  find: async (tx, actor, id, locked) => {
    const found = await loadDeputy(tx, id, locked);
    return (
      found && {
        allowed: can(actor, 'deputy', action, deputyResource(found.theDeputy, found.theCase)),
        things: found,
        patientId: found.theCase.patientId,
        caseId: found.theCase.id,
      }
    );
  },
});

/** The stay in a pool with the path's `:id`, with its case. */
export const inPool = (
  action: ActionOn<'pooled'>,
  audit = auditFor('pooled', action),
): AddressedAccess<{ thePooled: PooledRow; theCase: CaseRow }> => ({
  level: 'addressed',
  param: 'id',
  audit,
  find: async (tx, actor, id, locked) => {
    const found = await loadPooled(tx, id, locked);
    return (
      found && {
        allowed: can(actor, 'pooled', action, pooledResource(found.thePooled, found.theCase)),
        things: found,
        patientId: found.theCase.patientId,
        caseId: found.theCase.id,
      }
    );
  },
});

/** A reader, or an invited one, with the person. */
export const inReader = (
  action: ActionOn<'reader'>,
  audit = auditFor('reader', action),
): AddressedAccess<{ theReader: ReaderRow; thePatient: PatientRow }> => ({
  level: 'addressed',
  param: 'id',
  audit,
  find: async (tx, actor, id, locked) => {
    const found = await loadReader(tx, id, locked);
    return (
      found && {
        allowed: can(actor, 'reader', action, readerResource(found.theReader)),
        things: found,
        patientId: found.theReader.patientId,
      }
    );
  },
});

/** An assistant, or an invited one. No health data is involved, so the modules write the audit records. */
export const inAssistant = (action: ActionOn<'assistant'>): AddressedAccess<{ theAssistant: AssistantRow }> => ({
  level: 'addressed',
  param: 'id',
  find: async (tx, actor, id, locked) => {
    const found = await loadAssistant(tx, id, locked);
    return (
      found && {
        allowed: can(actor, 'assistant', action, assistantResource(found)),
        things: { theAssistant: found.theAssistant },
      }
    );
  },
});

/** The doctor's letter with the path's `:id`; its patient and case may be gone. */
export const inLetter = (
  action: ActionOn<'letter'>,
  audit = auditFor('letter', action),
): AddressedAccess<{ theLetter: LetterRow }> => ({
  level: 'addressed',
  param: 'id',
  audit,
  find: async (tx, actor, id) => {
    const theLetter = await loadLetter(tx, id);
    return (
      theLetter && {
        allowed: can(actor, 'letter', action, theLetter),
        things: { theLetter },
        patientId: theLetter.patientId,
      }
    );
  },
});

/** The right that each kind of submission needs. */
export const sendingActions = { answer: 'answer', message: 'sendMessage', request: 'send' } as const satisfies Record<
  SentThing['kind'],
  ActionOn<'case'>
>;
/** The caller's own submission with the path's `:id`, which they may still send. */
export const inSent = (audit: AuditAction): AddressedAccess<{ theSent: SentThing; theCase: CaseRow }> => ({
  level: 'addressed',
  param: 'id',
  audit,
  find: async (tx, actor, id, locked) => {
    const found = await loadSent(tx, id, locked);
    return (
      found && {
        allowed:
          found.theSent.senderId === actor.accountId &&
          can(actor, 'case', sendingActions[found.theSent.kind], caseResource(found.theCase)),
        things: found,
        patientId: found.theCase.patientId,
        caseId: found.theCase.id,
      }
    );
  },
});
