import type { SpecialtyForm } from '@konsil/contracts/specialty-forms';
import type { SignIn } from '@konsil/contracts/accounts';
import type { Message } from '@konsil/contracts/messages';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Document } from '@konsil/contracts/documents';
import type { Epicrisis } from '@konsil/contracts/epicrisis';
import type { HealthProfile } from '@konsil/contracts/health-profile';
import type { Passkey } from '@konsil/contracts/passkeys';
import type { Patient } from '@konsil/contracts/patients';
import type { Todo } from '@konsil/contracts/todos';
import type { DocumentRow } from '@konsil/server-domain/access/loaders';
import type { ImportRow } from '@konsil/server-documents/imported/kept-archive';

type ExportedDocument = Omit<Document, 'preview_url' | 'preview_coming'> & { history: unknown[] };

export interface ExportedCase extends Omit<ProcessOverview, 'documents' | 'changed_forms'> {
  /** Earlier contents of the forms. */
  forms_history: unknown[];
  documents: ExportedDocument[];
  todos: (Todo & { reminded_at?: string | null })[];
  messages: Message[];
  /** In the export only. */
  first_sent_at?: string | null;
  shared_at?: string | null;
  reminded_at?: string | null;
}
export interface ExportedPatient {
  record: Patient;
  /** Null until one was saved, and in the record of one case. */
  health_profile: HealthProfile | null;
  cases: ExportedCase[];
  /** Null in the record of one case, because it concerns other cases. */
  epicrisis: Epicrisis | null;
  accesses: unknown[];
  /** The present, invited and former readers of the person. */
  readers: unknown[];
}
/** An identity at a provider that signs the account in. */
interface LinkedIdentity {
  issuer: string;
  subject: string;
  created_at: string;
  last_used_at: string | null;
}
/** All data of an account, in the API's terms. */
export interface ExportedData {
  format: 'konsil-export';
  version: 1;
  created_at: string;
  account: Record<string, unknown>;
  consents: unknown[];
  /** Versions of legal texts that the account accepted, or took note of. */
  legal_texts: unknown[];
  patients: ExportedPatient[];
  share_links: unknown[];
  /** Apps with read access. */
  apps: unknown[];
  /** Persons whom others let the account read along: their names only, the data is theirs. */
  shared_with_me: unknown[];
  /** A doctor's own texts. */
  assistants: unknown[];
  snippets: unknown[];
  /** Null for anybody without one. */
  specialty_form: SpecialtyForm | null;
  absences: unknown[];
  /** The clinics that a doctor belongs to. */
  clinics: unknown[];
  letters: unknown[];
  drafts: unknown[];
  /** The account's held submissions. */
  sendings: unknown[];
  /** Refused actions name nothing, because that would reveal whether a guessed id exists. */
  own_actions: unknown[];
  sign_ins: SignIn[];
  linked_identities: LinkedIdentity[];
  /** Without the credential with which a device signs in. */
  passkeys: Omit<Passkey, 'id'>[];
  /** Devices that show notifications, without the keys that reach them. */
  push_devices: { device: string; service: string; created_at: string; last_sent_at: string | null }[];
  /** Records imported from archives, stored in `imports`. */
  imports: { patient_id: string; file_name: string; made_at: string; host: string; taken_at: string | null }[];
  /** Cases that other systems prepared, and that wait for the account's decision; their files have no owner yet. */
  referrals: unknown[];
}
/** A document's row with its file's name. */
export interface CollectedFile {
  row: DocumentRow;
  name: string;
  caseName: string;
}
export interface CollectedData {
  data: ExportedData;
  /** The rows whose files belong into the export. */
  files: CollectedFile[];
  imports: { row: ImportRow; name: string }[];
}
/** A person's record without the access log, and who reads it along. */
export type CollectedRecord = Omit<ExportedPatient, 'accesses' | 'readers'>;
