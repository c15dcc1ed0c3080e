import { representedAccountId, isOn, type ActingAccount } from './sides.ts';
import type { Role } from '@konsil/contracts/codes';

/** The account behind a session. */
export interface Actor extends ActingAccount {
  role: Role;
  /** The backend client that acts for the account. */
  clientId?: string;
  /** The cases at which colleagues asked them to look, and now may (`withSecondLooks`). */
  secondLooks?: readonly string[];
}

/** The facts about a patient for `can()`; `doctorIds` are the doctors with a sent case and a valid consent. */
export interface PatientResource {
  accountId: string;
  doctorIds: readonly string[];
}
/** `sharedWithDoctor` is false before the first request and after the consent was withdrawn. */
export interface CaseResource {
  caseId: string;
  accountId: string;
  doctorId: string;
  sharedWithDoctor: boolean;
}
/** `uploadedBy` is the uploader's account. */
export interface DocumentResource extends CaseResource {
  uploadedBy: string;
  sent: boolean;
}
export interface TodoResource extends CaseResource {
  createdBy: string;
}
export interface MessageResource extends CaseResource {
  senderId: string;
}

/**
 * A second look at a case: `askedBy` is the doctor who asked, `readerId` the colleague. One that is `over` stays so,
 * also while the colleague has another one.
 */
export interface SecondLookResource extends CaseResource {
  askedBy: string;
  readerId: string;
  over: boolean;
}

/** A letter that a doctor sent: theirs also when the case is not. */
export interface LetterResource {
  doctorId: string;
}

interface Resources {
  patient: PatientResource;
  case: CaseResource;
  document: DocumentResource;
  todo: TodoResource;
  message: MessageResource;
  letter: LetterResource;
  secondLook: SecondLookResource;
}
export type ResourceKind = keyof Resources;

type Rule<R> = (actor: Actor, resource: R) => boolean;

const owns = (actor: Actor, resource: { accountId: string }): boolean =>
  isOn(actor, 'patient') && resource.accountId === representedAccountId(actor);
const treats = (actor: Actor, patient: PatientResource): boolean =>
  isOn(actor, 'doctor') && patient.doctorIds.includes(representedAccountId(actor));
const isAsked = (actor: Actor, theCase: CaseResource): boolean =>
  isOn(actor, 'doctor') && theCase.doctorId === representedAccountId(actor) && theCase.sharedWithDoctor;
const looksAt = (actor: Actor, theCase: CaseResource): boolean =>
  isOn(actor, 'doctor') && theCase.sharedWithDoctor && actor.secondLooks?.includes(theCase.caseId) === true;
const isItsReader = (actor: Actor, look: SecondLookResource): boolean =>
  looksAt(actor, look) && !look.over && look.readerId === actor.accountId && look.askedBy === look.doctorId;
const uploaded: Rule<DocumentResource> = (actor, document) => document.uploadedBy === actor.accountId;
const either =
  <R>(...rules: Rule<R>[]): Rule<R> =>
  (actor, resource) =>
    rules.some((rule) => rule(actor, resource));
const both =
  <R>(...rules: Rule<R>[]): Rule<R> =>
  (actor, resource) =>
    rules.every((rule) => rule(actor, resource));

/** The table of docs/product.md section 2. Anything else is denied. */
const rules = {
  patient: {
    read: either(owns, treats),
    write: owns,
    archive: either(owns, treats),
    readEpicrisis: either(owns, treats),
    writeEpicrisis: treats,
    readAudit: owns,
    takeAway: owns,
    readDocuments: owns,
    import: owns,
    readImports: owns,
    readHealth: owns,
    writeHealth: owns,
  },
  case: {
    read: either(owns, isAsked),
    write: owns,
    send: owns,
    close: owns,
    handOver: owns,
    share: owns,
    takeAway: owns,
    answer: isAsked,
    cancelAppointment: either(owns, isAsked),
    prioritize: isAsked,
    askColleague: isAsked,
    archive: either(owns, isAsked),
    upload: either(owns, isAsked),
    addTodo: either(owns, isAsked),
    sendMessage: either(owns, isAsked),
  },
  document: {
    read: either(
      owns,
      both(
        isAsked,
        either((_, document) => document.sent, uploaded),
      ),
      both<DocumentResource>(looksAt, (_, document) => document.sent),
    ),
    write: either(owns, both(isAsked, uploaded)),
    archive: either(owns, both(isAsked, uploaded)),
  },
  todo: {
    read: either(owns, isAsked),
    complete: either(owns, isAsked),
    write: either(
      isAsked,
      both<TodoResource>(owns, (actor, todo) => todo.createdBy === actor.accountId),
    ),
  },
  message: {
    read: either(owns, isAsked),
    /** Only the sender edits, and only the recipient marks read: the messages module distinguishes these. */
    update: either(owns, isAsked),
    write: both<MessageResource>(either(owns, isAsked), (actor, message) => message.senderId === actor.accountId),
  },
  letter: {
    read: (actor: Actor, letter: LetterResource) =>
      isOn(actor, 'doctor') && letter.doctorId === representedAccountId(actor),
  },
  secondLook: {
    read: isItsReader,
    answer: isItsReader,
    decide: owns,
    end: either(
      owns,
      both<SecondLookResource>(isAsked, (actor, look) => look.askedBy === representedAccountId(actor)),
    ),
  },
} satisfies { [K in ResourceKind]: Record<string, Rule<Resources[K]>> };

export type ActionOn<K extends ResourceKind> = Extract<keyof (typeof rules)[K], string>;

/**
 * Decides every access (docs/product.md section 2): pure, denies by default.
 * @returns whether `actor` may do `action` on the `kind` described by `resource`
 */
export const can = <K extends ResourceKind>(
  actor: Actor,
  kind: K,
  action: ActionOn<K>,
  resource: Resources[K],
): boolean => {
  const table = rules[kind] as Record<string, Rule<Resources[K]> | undefined>;
  return Object.hasOwn(table, action) && table[action]?.(actor, resource) === true;
};

/** Every kind with its actions, for the tests over the table. */
export const accessTable = rules;
