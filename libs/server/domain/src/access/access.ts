import { isAssistant, isOn, representedAccountId, type ActingAccount } from './sides.ts';
import type { ActingKind } from '@konsil/contracts/stored-kinds';

export interface OnlyClinic {
  id: string;
  doctorIds: readonly string[];
}

/** The account behind a session. */
export interface Actor extends ActingAccount {
  role: ActingKind;
  /** The backend client, or the app, that acts for the account. */
  clientId?: string;
  /** An app's only person (docs/decisions/patient-apps.md). */
  onlyPatientId?: string;
  /** The clinic of a backend client: cases of other doctors do not exist for it. */
  onlyClinic?: OnlyClinic;
  /** The cases at which colleagues asked them to look, and now may (`asColleague`). */
  secondLooks?: readonly string[];
  /** The cases in the pools of their clinics; `entries`: with those of the asked case that a colleague took (`asColleague`). */
  pool?: Record<'cases' | 'entries', readonly string[]>;
  /** Unopened sendings in these cases: their sender can withdraw them, so only their recipient may see them. */
  unopened?: readonly string[];
  /**
   * Reading that other accounts allow them of a person, or invited them to (`withReading`). `waiting`: the cases with an
   * answer that the owner has not opened.
   */
  reading?: Record<'readers' | 'invitations' | 'cases' | 'waiting', readonly string[]>;
}

/** The facts about a patient for `can()`; `doctorIds` are the doctors with a sent case and a valid consent. */
export interface PatientResource {
  patientId: string;
  accountId: string;
  doctorIds: readonly string[];
}
/** `sharedWithDoctor` is false before the first request and after the consent was withdrawn. */
export interface CaseResource {
  caseId: string;
  patientId: string;
  accountId: string;
  doctorId: string;
  sharedWithDoctor: boolean;
}
/** `uploadedBy` is the uploader's account; `requestId` the request that it was sent with, if any. */
export interface DocumentResource extends CaseResource {
  uploadedBy: string;
  sent: boolean;
  requestId: string | null;
}
export interface TodoResource extends CaseResource {
  createdBy: string;
}
export interface MessageResource extends CaseResource {
  senderId: string;
}

/**
 * A second look at a case: `askedBy` is the doctor who asked, `readerId` the colleague. A second look that is `over`
 * stays so, even if the colleague has another one.
 */
export interface SecondLookResource extends CaseResource {
  askedBy: string;
  readerId: string;
  over: boolean;
}

/** A deputy in a case: `askedBy` is the doctor who is away. */
export interface DeputyResource extends CaseResource {
  askedBy: string;
  deputyId: string;
}

/** A stay of a case in the pool of a clinic. */
export interface PooledResource extends CaseResource {
  entryId: string;
}

/** The image archive of a clinic, asked for a case: `memberIds` are the doctors of the clinic. */
export interface ArchiveResource extends CaseResource {
  memberIds: readonly string[];
}

/** A reader of a person, or an invited one: `accountId` is the owner. */
export interface ReaderResource {
  readerRowId: string;
  accountId: string;
  /** Null before the invitation is accepted. */
  readerId: string | null;
}

/** An assistant of a doctor, or an invited one. */
export interface AssistantResource {
  doctorId: string;
  /** Null before the invitation is accepted. */
  assistantId: string | null;
  /** The assistant's account with the invited address, while the invitation is open. */
  invitedId: string | null;
  over: boolean;
}

/** A letter that a doctor sent: they keep access after losing the case. */
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
  deputy: DeputyResource;
  pooled: PooledResource;
  clinicArchive: ArchiveResource;
  reader: ReaderResource;
  assistant: AssistantResource;
}
export type ResourceKind = keyof Resources;

type Rule<R> = (actor: Actor, resource: R) => boolean;

/** A deputy or assistant acts on the doctor's side in one case only; likewise a helper of a person's owner. */
const standsIn = (actor: Actor): boolean => actor.standsFor?.caseId !== undefined || isAssistant(actor);
const owns = (actor: Actor, resource: { accountId: string }): boolean =>
  isOn(actor, 'patient') && resource.accountId === representedAccountId(actor) && !standsIn(actor);
/** Acts for the owner of the person in a case that was sent: everything but what only the owner decides (docs/decisions/readers.md). */
const acts = (actor: Actor, theCase: CaseResource): boolean =>
  isOn(actor, 'patient') &&
  theCase.accountId === representedAccountId(actor) &&
  actor.standsFor?.caseId === theCase.caseId;
const treats = (actor: Actor, patient: PatientResource): boolean =>
  isOn(actor, 'doctor') && patient.doctorIds.includes(representedAccountId(actor)) && !standsIn(actor);
/** The doctor of the case, or their deputy or assistant in it. */
const isAsked = (actor: Actor, theCase: CaseResource): boolean =>
  isOn(actor, 'doctor') &&
  theCase.doctorId === representedAccountId(actor) &&
  theCase.sharedWithDoctor &&
  (!standsIn(actor) || actor.standsFor?.caseId === theCase.caseId);
const isItsDoctor = (actor: Actor, theCase: CaseResource): boolean => isAsked(actor, theCase) && !standsIn(actor);
/** Everything but what only a doctor decides (docs/decisions/assistants.md). */
const decides = (actor: Actor, theCase: CaseResource): boolean => isAsked(actor, theCase) && !isAssistant(actor);
const assists = (actor: Actor, theCase: CaseResource): boolean => isAsked(actor, theCase) && isAssistant(actor);
const looksAt = (actor: Actor, theCase: CaseResource): boolean =>
  isOn(actor, 'doctor') && theCase.sharedWithDoctor && actor.secondLooks?.includes(theCase.caseId) === true;
/** A doctor of the clinic in whose pool the case is (docs/decisions/clinic-pools.md). */
const findsInPool = (actor: Actor, theCase: CaseResource): boolean =>
  isOn(actor, 'doctor') && theCase.sharedWithDoctor && actor.pool?.cases.includes(theCase.caseId) === true;
/** Also after a colleague took the case, so that the doctor sees who did. */
const mayHaveFound = (actor: Actor, pooled: PooledResource): boolean =>
  isOn(actor, 'doctor') && pooled.sharedWithDoctor && actor.pool?.entries.includes(pooled.entryId) === true;
const isOpened = ({ unopened = [] }: Actor, { requestId }: DocumentResource): boolean =>
  requestId === null || !unopened.includes(requestId);
/** Reads along: the case was sent, and its owner shares the person with them (docs/decisions/readers.md). */
const readsAlong = (actor: Actor, theCase: CaseResource): boolean =>
  isOn(actor, 'patient') && actor.reading?.cases.includes(theCase.caseId) === true;
const isItsReader = (actor: Actor, look: SecondLookResource): boolean =>
  looksAt(actor, look) && !look.over && look.readerId === actor.accountId && look.askedBy === look.doctorId;
/** The doctor of the case belongs to the clinic, and so does a deputy themselves. An assistant has its doctor's. */
const areOfClinic = (actor: Actor, { doctorId, memberIds }: ArchiveResource): boolean =>
  [doctorId, ...(isAssistant(actor) ? [] : [actor.accountId])].every((id) => memberIds.includes(id));
const uploaded: Rule<DocumentResource> = (actor, document) => document.uploadedBy === actor.accountId;
const wrote: Rule<TodoResource> = (actor, todo) => todo.createdBy === actor.accountId;
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
    invite: owns,
    allowApp: owns,
  },
  case: {
    read: either(owns, acts, isAsked),
    write: either(owns, acts),
    send: owns,
    close: owns,
    handOver: owns,
    share: owns,
    takeAway: owns,
    answer: decides,
    prepareAnswer: assists,
    readPrepared: isAsked,
    addressLetters: either(owns, decides),
    cancelAppointment: either(owns, acts, isItsDoctor),
    prioritize: either(isItsDoctor, assists),
    askColleague: isItsDoctor,
    pool: isItsDoctor,
    archive: either(owns, isItsDoctor),
    upload: either(owns, acts, isAsked),
    fetchImages: isAsked,
    addTodo: either(owns, acts, isAsked),
    sendMessage: either(owns, acts, isAsked),
    readAlong: readsAlong,
    allowAssistants: owns,
    allowPool: owns,
  },
  document: {
    read: either(
      owns,
      acts,
      both(
        isAsked,
        either((_, document) => document.sent, uploaded),
      ),
      both<DocumentResource>(either(looksAt, findsInPool, readsAlong), (_, document) => document.sent, isOpened),
    ),
    write: either(owns, both(either(acts, isAsked), uploaded)),
    archive: either(owns, both(either(acts, isAsked), uploaded)),
  },
  todo: {
    read: either(owns, acts, isAsked),
    complete: either(owns, acts, isAsked),
    write: either(isAsked, both<TodoResource>(either(owns, acts), wrote)),
    takeBack: both<TodoResource>(either(owns, acts, isAsked), wrote),
  },
  message: {
    read: either(owns, acts, isAsked),
    /** Only the sender edits, and only the recipient marks read: the messages module distinguishes these. */
    update: either(owns, acts, isAsked),
    write: both<MessageResource>(either(owns, acts, isAsked), (actor, message) => message.senderId === actor.accountId),
  },
  letter: {
    read: (actor: Actor, letter: LetterResource) =>
      isOn(actor, 'doctor') && letter.doctorId === representedAccountId(actor) && !standsIn(actor),
  },
  secondLook: {
    read: isItsReader,
    answer: isItsReader,
    decide: owns,
    end: either(
      owns,
      both<SecondLookResource>(isItsDoctor, (actor, look) => look.askedBy === representedAccountId(actor)),
    ),
  },
  deputy: {
    decide: owns,
    end: either(
      owns,
      both<DeputyResource>(isItsDoctor, (actor, deputy) => deputy.askedBy === representedAccountId(actor)),
      both<DeputyResource>(isAsked, (actor, deputy) => standsIn(actor) && deputy.deputyId === actor.accountId),
    ),
  },
  pooled: {
    read: mayHaveFound,
    take: mayHaveFound,
    assign: mayHaveFound,
  },
  clinicArchive: {
    ask: both<ArchiveResource>(isAsked, areOfClinic),
  },
  reader: {
    read: (actor: Actor, reader: ReaderResource) =>
      isOn(actor, 'patient') && actor.reading?.readers.includes(reader.readerRowId) === true,
    answer: (actor: Actor, reader: ReaderResource) =>
      isOn(actor, 'patient') && actor.reading?.invitations.includes(reader.readerRowId) === true,
    change: owns,
    end: either<ReaderResource>(owns, (actor, reader) => isOn(actor, 'patient') && reader.readerId === actor.accountId),
  },
  assistant: {
    manage: (actor: Actor, { doctorId }: AssistantResource) =>
      isOn(actor, 'doctor') && !isAssistant(actor) && doctorId === actor.accountId,
    read: (actor: Actor, { assistantId, over }: AssistantResource) =>
      isAssistant(actor) && assistantId === actor.accountId && !over,
    answer: (actor: Actor, { invitedId }: AssistantResource) => isAssistant(actor) && invitedId === actor.accountId,
    end: (actor: Actor, { doctorId, assistantId }: AssistantResource) =>
      isOn(actor, 'doctor') && [doctorId, assistantId].includes(actor.accountId),
  },
} satisfies { [K in ResourceKind]: Record<string, Rule<Resources[K]>> };

export type ActionOn<K extends ResourceKind> = Extract<keyof (typeof rules)[K], string>;

/** An app reads about one person: resources of another person, or of none, do not exist for it. */
const isOfPerson = ({ onlyPatientId }: Actor, resource: object): boolean =>
  onlyPatientId === undefined || ('patientId' in resource && resource.patientId === onlyPatientId);

/** False for a client of a clinic and a doctor of another one: that doctor does not exist for it. */
export const knowsDoctor = ({ onlyClinic }: Pick<Actor, 'onlyClinic'>, doctorId: string): boolean =>
  !onlyClinic || onlyClinic.doctorIds.includes(doctorId);

/** A client of a clinic works with cases of its doctors, for one of them. */
const isOfClinic = (actor: Actor, resource: object): boolean =>
  !actor.onlyClinic ||
  (knowsDoctor(actor, actor.accountId) &&
    ('doctorId' in resource ? knowsDoctor(actor, resource.doctorId as string) : 'doctorIds' in resource));

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
  return (
    isOfPerson(actor, resource) &&
    isOfClinic(actor, resource) &&
    Object.hasOwn(table, action) &&
    table[action]?.(actor, resource) === true
  );
};

/** Every kind with its actions, for the tests over the table. */
export const accessTable = rules;
