// Fills an empty database with 100,000 patients, 300,000 cases and 1,000,000 messages, encrypted and indexed like the
// server does; or with fewer, and copies of them.
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { connect, type Database, type Tx } from '@konsil/server-platform/database/client';
import { migrateDatabase } from '@konsil/server-domain/database/migrate';
import { accounts, doctors } from '@konsil/server-domain/schema';
import { startEmbeddedPostgres } from '@konsil/server-embedded-postgres/postgres';
import { readEnv } from '@konsil/server-settings/env';
import { loadMasterKeys } from '@konsil/server-platform/keys/keys';
import { Passwords } from '@konsil/server-platform/passwords';
import { Vault } from '@konsil/server-platform/keys/vault';
import { emptyAnamnesis } from '@konsil/server-domain/cases/case-texts';
import { patientSearch } from '@konsil/server-domain/patients/patient-record';
import { pageIndex, searchIndex, textIndex } from '@konsil/server-domain/search/search-words';
import { accountSecrets } from '@konsil/server-domain/sealed/account';
import { patientRecord } from '@konsil/server-domain/sealed/patient';
import { caseTexts } from '@konsil/server-domain/sealed/case';
import { questionTexts } from '@konsil/server-domain/sealed/question';
import { requestTexts } from '@konsil/server-domain/sealed/request';
import { answerTexts } from '@konsil/server-domain/sealed/answer';
import { documentSecrets } from '@konsil/server-domain/sealed/document';
import { todoTexts } from '@konsil/server-domain/sealed/todo';
import { messageTexts } from '@konsil/server-domain/sealed/message';
import type { SealedKind } from '@konsil/server-platform/keys/sealed-kind';

const { values } = parseArgs({
  options: {
    patients: { type: 'string', default: '100000' },
    doctors: { type: 'string', default: '40' },
    copies: { type: 'string', default: '0' },
  },
});
const [patientCount, doctorCount] = [Number(values.patients), Number(values.doctors)];
const copyCount = Number(values.copies);
const [patientsOfAccount, casesOfPatient, messagesOfCase] = [2, 3, [3, 3, 4]];
const dayMs = 24 * 60 * 60 * 1000;
const now = Date.now();

const firstNames =
  'Miriam Jakob Petra Deniz Luis Hanna Otto Joana Arne Maja Cornelia Giulia Emil Jan Selin Walter Nour Marlene Kai Svenja Rainer Amelie Heinz Olga Greta Moritz Frida Levin Ida Paul'.split(
    ' ',
  );
const firstParts =
  'Ad Berg Brand Eis Falk Gold Hart Holz Kess Kron Lind Lor Mau Neu Ohl Pohl Ritt Sand Schmid Schnei Schu Seid Stein Tann Vog Wald Weiss Wiecz Yild Zim'.split(
    ' ',
  );
const lastParts =
  'ler mann er hoff berg meyer feld rath orek stein wig bauer der berger haus kamp ner ring wald ers'.split(' ');
const subjects = [
  'Befund',
  'Termin',
  'Medikation',
  'Rückfrage',
  'Blutwerte',
  'Dank',
  'Nachtrag',
  'Kontrolle',
  'Überweisung',
  'Aufnahmen',
];
const sentences = [
  'Die Werte sind seit der letzten Woche besser.',
  'Bitte laden Sie den Befund hoch, sobald er da ist.',
  'Wann darf ich wieder Sport machen?',
  'Ich nehme das Mittel jetzt abends.',
  'Der Termin in der Radiologie ist am Montag.',
  'Vielen Dank für die schnelle Antwort.',
  'Die Narbe ist gut verheilt.',
  'Ich habe noch eine Frage zur Operation.',
];
const caseNames = [
  'Knoten in der Schilddrüse',
  'Zweitmeinung Hüfte',
  'Bandscheibe L4/L5',
  'Vorhofflimmern',
  'Nebennierentumor links',
  'Knieschmerzen',
  'Laborwerte unklar',
  'Narbenbeschwerden',
  'Kontrolle nach Operation',
  'Migräne mit Aura',
];

let state = 7;
const random = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 4_294_967_296;
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const day = (time: number): string => new Date(time).toISOString().slice(0, 10);

type Table = Record<string, unknown[]>;
/** Inserts rows of a table by column: the fastest way without COPY. Arrays are sent as one text. */
const insert = async (
  db: Tx,
  name: string,
  types: Record<string, string>,
  rows: readonly Record<string, unknown>[],
): Promise<void> => {
  if (rows.length === 0) return;
  const names = Object.keys(types);
  const columns: Table = Object.fromEntries(names.map((column) => [column, rows.map((row) => row[column] ?? null)]));
  const isList = (column: string) => types[column] === 'list';
  const listOf = (column: string) => `string_to_array(${column}, ' ')${column === 'readers' ? '::uuid[]' : ''}`;
  const values = names.map(
    (column) => sql`${sql.param(columns[column])}::${sql.raw(isList(column) ? 'text' : (types[column] ?? 'text'))}[]`,
  );
  const chosen = names.map((column) => sql.raw(isList(column) ? listOf(column) : column));
  await db.execute(
    sql`insert into ${sql.raw(name)} (${sql.raw(names.join(', '))}) select ${sql.join(chosen, sql`, `)} from unnest(${sql.join(values, sql`, `)}) as given(${sql.raw(names.join(', '))})`,
  );
};

const types = {
  patients: {
    id: 'uuid',
    account_id: 'uuid',
    relationship: 'text',
    sealed: 'bytea',
    search: 'list',
    created_at: 'timestamptz',
    last_activity_at: 'timestamptz',
  },
  doctor_patients: { doctor_id: 'uuid', patient_id: 'uuid', since: 'timestamptz', last_activity_at: 'timestamptz' },
  cases: {
    id: 'uuid',
    patient_id: 'uuid',
    account_id: 'uuid',
    doctor_id: 'uuid',
    status: 'text',
    priority: 'text',
    sealed: 'bytea',
    search: 'list',
    created_at: 'timestamptz',
    last_activity_at: 'timestamptz',
    first_sent_at: 'timestamptz',
    last_request_at: 'timestamptz',
    answer_due_on: 'date',
    last_answer_id: 'uuid',
    last_answer_option: 'text',
    last_answer_at: 'timestamptz',
    shared_at: 'timestamptz',
    archived_by_doctor_at: 'timestamptz',
  },
  questions: { id: 'uuid', case_id: 'uuid', position: 'int', sealed: 'bytea', answered_at: 'timestamptz' },
  requests: {
    id: 'uuid',
    case_id: 'uuid',
    doctor_id: 'uuid',
    sent_by: 'uuid',
    sent_at: 'timestamptz',
    answer_due_on: 'date',
    sealed: 'bytea',
  },
  answers: {
    id: 'uuid',
    case_id: 'uuid',
    request_id: 'uuid',
    doctor_id: 'uuid',
    option: 'text',
    answered_at: 'timestamptz',
    sealed: 'bytea',
  },
  case_events: {
    id: 'uuid',
    case_id: 'uuid',
    kind: 'text',
    at: 'timestamptz',
    by_account_id: 'uuid',
    by_role: 'text',
    patient_only: 'boolean',
  },
  documents: {
    id: 'uuid',
    case_id: 'uuid',
    patient_id: 'uuid',
    uploaded_by: 'uuid',
    uploaded_by_role: 'text',
    uploaded_at: 'timestamptz',
    sealed: 'bytea',
    content_type: 'text',
    size: 'int',
    sha256: 'text',
    storage_key: 'text',
    file_key: 'bytea',
    described_at: 'timestamptz',
    medical_kind_code: 'text',
    source_kind_code: 'text',
    issue_date: 'date',
    request_id: 'uuid',
    sent_at: 'timestamptz',
    prepared_at: 'timestamptz',
  },
  todos: {
    id: 'uuid',
    case_id: 'uuid',
    patient_id: 'uuid',
    account_id: 'uuid',
    doctor_id: 'uuid',
    assignee: 'text',
    created_by: 'uuid',
    created_by_role: 'text',
    sealed: 'bytea',
    search: 'list',
    deadline: 'date',
    created_at: 'timestamptz',
    completed_at: 'timestamptz',
  },
  search_texts: {
    kind: 'text',
    ref_id: 'uuid',
    case_id: 'uuid',
    page: 'int',
    readers: 'list',
    search: 'list',
    stale_since: 'timestamptz',
  },
  messages: {
    id: 'uuid',
    case_id: 'uuid',
    patient_id: 'uuid',
    account_id: 'uuid',
    doctor_id: 'uuid',
    sender_id: 'uuid',
    sender_role: 'text',
    recipient_id: 'uuid',
    sealed: 'bytea',
    search: 'list',
    sent_at: 'timestamptz',
    first_read_at: 'timestamptz',
    read_at: 'timestamptz',
  },
} satisfies Record<string, Record<string, string>>;
type Rows = Record<keyof typeof types, Record<string, unknown>[]>;
const noRows = (): Rows => Object.fromEntries(Object.keys(types).map((name) => [name, []])) as unknown as Rows;

interface Owner {
  accountId: string;
  patientId: string;
  doctorId: string;
  fields: ReturnType<typeof aPerson>;
  /** Search hashes of name and date of birth, for every case and message. */
  found: string[];
}
const aPerson = () => ({
  first_name: pick(firstNames),
  last_name: `${pick(firstParts)}${pick(lastParts)}`,
  gender: pick(['M', 'F', 'D'] as const),
  date_of_birth: day(now - (18 + random() * 70) * 365.25 * dayMs),
  street: 'Lindenweg',
  house_number: String(1 + Math.floor(random() * 90)),
  zipcode: '50667',
  city: 'Köln',
});

const batch = 500;

/** Some hundred patients with accounts and keys; every second one is the previous one's child. */
const addPatients = async (
  db: Tx,
  vault: Vault,
  rows: Rows,
  { from, doctorIds, passwordHash }: { from: number; doctorIds: readonly string[]; passwordHash: string },
): Promise<Owner[]> => {
  const owners: Owner[] = Array.from({ length: Math.min(batch, patientCount - from) }, (_, index) => {
    const doctorId = doctorIds[Math.max(0, ((from + index) % (doctorCount + 3)) - 3)] ?? '';
    const fields = aPerson();
    return { accountId: randomUUID(), patientId: randomUUID(), doctorId, fields, found: patientSearch(vault, fields) };
  });
  owners.forEach((owner, index) => {
    if (index % patientsOfAccount === 1) owner.accountId = owners[index - 1]?.accountId ?? '';
  });
  const holders = owners.filter((_, index) => index % patientsOfAccount === 0);
  await db.insert(accounts).values(
    await Promise.all(
      holders.map(async ({ accountId, fields }, index) => ({
        id: accountId,
        role: 'patient' as const,
        email: `patient${from / patientsOfAccount + index}@bench.example`,
        passwordHash: from === 0 ? passwordHash : null,
        settings: { notify_email: 'none' },
        sealed: await vault.seal(db, accountId, accountSecrets, {
          full_name: `${fields.first_name} ${fields.last_name}`,
          phone: '+4915200000000',
        }),
        emailConfirmedAt: new Date(),
        userDataAt: new Date(),
        phoneConfirmedAt: new Date(),
      })),
    ),
  );
  await Promise.all(
    owners.map(async ({ accountId, patientId, doctorId, fields, found }, index) => {
      const seen = new Date(now - random() * 900 * dayMs);
      rows.patients.push({
        id: patientId,
        account_id: accountId,
        relationship: index % patientsOfAccount === 0 ? 'self' : 'child',
        sealed: await vault.seal(db, patientId, patientRecord, fields),
        search: found.join(' '),
        created_at: seen,
        last_activity_at: seen,
      });
      rows.doctor_patients.push({ doctor_id: doctorId, patient_id: patientId, since: seen, last_activity_at: seen });
    }),
  );
  return owners;
};

/** One case with everything in it. Some wait, most were answered long ago, half of those are archived. */
const addCase = async (db: Tx, vault: Vault, rows: Rows, owner: Owner, number: number): Promise<void> => {
  const { accountId, patientId, doctorId } = owner;
  const seal = <V>(kind: SealedKind<V>, value: NoInfer<V>) => vault.seal(db, patientId, kind, value);
  const waits = random() < 0.006;
  const wanted = !waits && random() < 0.01;
  const sentAt = waits ? now - random() * 5 * dayMs : now - (6 + random() * 900) * dayMs;
  const answeredAt = waits ? null : sentAt + 3 * dayMs;
  const archived = !waits && !wanted && random() < 0.5;
  const ids = { case: randomUUID(), request: randomUUID(), answer: randomUUID() };
  const case_name = pick(caseNames);
  const at = (time: number | null) => (time === null ? null : new Date(time));
  const shared = { case_id: ids.case, patient_id: patientId, account_id: accountId, doctor_id: doctorId };
  const found = [...new Set([...owner.found, ...indexOfText(vault, case_name, '')])];
  const text = (kind: string, id: string, hashes: readonly string[], page = 0) =>
    rows.search_texts.push({
      kind,
      ref_id: id,
      case_id: ids.case,
      page,
      readers: `${accountId} ${doctorId}`,
      search: hashes.join(' '),
      stale_since: null,
    });
  text('case', ids.case, wordsOfText(vault, 'Unklarer Befund Seit drei Monaten Beschwerden.'));
  rows.cases.push({
    ...shared,
    id: ids.case,
    status: waits ? 'with_doctor' : wanted ? 'with_patient' : pick(['answered', 'closed']),
    priority: pick(['high', 'normal', 'normal', 'low', 'undefined']),
    sealed: await seal(caseTexts, {
      case_name,
      diagnosis: 'Unklarer Befund',
      medical_history: 'Seit drei Monaten Beschwerden.',
      anamnesis: emptyAnamnesis,
      medication_list: null,
      forms_version: 1,
    }),
    search: found.join(' '),
    created_at: at(sentAt - dayMs),
    last_activity_at: at(answeredAt ?? sentAt),
    first_sent_at: at(sentAt),
    last_request_at: at(sentAt),
    answer_due_on: waits ? day(sentAt + 3 * dayMs) : null,
    last_answer_id: waits ? null : ids.answer,
    last_answer_option: waits ? null : wanted ? 'further_documents_needed' : 'final_answer',
    last_answer_at: at(answeredAt),
    shared_at: at(sentAt),
    archived_by_doctor_at: archived ? at(sentAt + 20 * dayMs) : null,
  });
  const [questionId, documentId] = [randomUUID(), randomUUID()];
  text('question', questionId, wordsOfText(vault, 'Muss ich operiert werden?'));
  text('document', documentId, wordsOfText(vault, 'Arztbrief Klinikum'));
  text('page', documentId, aPage(vault), 1);
  if (!waits) text('answer', ids.answer, wordsOfText(vault, 'Der Befund ist gutartig.'));
  rows.questions.push({
    id: questionId,
    case_id: ids.case,
    position: 0,
    sealed: await seal(questionTexts, { text: 'Muss ich operiert werden?', ...(waits ? {} : { answer: 'Nein.' }) }),
    answered_at: at(answeredAt),
  });
  rows.requests.push({
    id: ids.request,
    case_id: ids.case,
    doctor_id: doctorId,
    sent_by: accountId,
    sent_at: at(sentAt),
    answer_due_on: day(sentAt + 3 * dayMs),
    sealed: await seal(requestTexts, { note: '' }),
  });
  if (!waits)
    rows.answers.push({
      id: ids.answer,
      case_id: ids.case,
      request_id: ids.request,
      doctor_id: doctorId,
      option: wanted ? 'further_documents_needed' : 'final_answer',
      answered_at: at(answeredAt),
      sealed: await seal(answerTexts, {
        answer: 'Der Befund ist gutartig.',
        reason: null,
        next_step: null,
        question_answers: [],
        recommended_specialty: null,
        appointment_place: '',
      }),
    });
  const event = (kind: string, time: number, by: 'patient' | 'doctor') =>
    rows.case_events.push({
      id: randomUUID(),
      case_id: ids.case,
      kind,
      at: at(time),
      by_account_id: by === 'patient' ? accountId : doctorId,
      by_role: by,
      patient_only: kind === 'case_created',
    });
  event('case_created', sentAt - dayMs, 'patient');
  event('request_sent', sentAt, 'patient');
  if (answeredAt) event('answer_sent', answeredAt, 'doctor');
  rows.documents.push({
    ...shared,
    id: documentId,
    uploaded_by: accountId,
    uploaded_by_role: 'patient',
    uploaded_at: at(sentAt),
    sealed: await seal(documentSecrets, {
      file_name: 'Arztbrief.pdf',
      document_medical_kind: "Doctor's letter",
      source_kind: 'Hospital',
      source_name: 'Klinikum',
    }),
    content_type: 'application/pdf',
    size: 40_000,
    sha256: 'bench',
    storage_key: `bench/${ids.case}`,
    file_key: Buffer.alloc(61),
    described_at: at(sentAt),
    medical_kind_code: 'letter',
    source_kind_code: 'hospital',
    issue_date: day(sentAt),
    request_id: ids.request,
    sent_at: at(sentAt),
    prepared_at: at(sentAt),
  });
  if (number % 2 === 0)
    rows.todos.push({
      ...shared,
      id: randomUUID(),
      assignee: pick(['patient', 'doctor']),
      created_by: doctorId,
      created_by_role: 'doctor',
      sealed: await seal(todoTexts, { title: 'Labor nachreichen', content: 'Bitte nüchtern abnehmen.' }),
      search: [...new Set([...found, ...indexOfText(vault, 'Labor nachreichen', 'Bitte nüchtern abnehmen.')])].join(
        ' ',
      ),
      deadline: day(sentAt + 14 * dayMs),
      created_at: at(sentAt),
      completed_at: waits || random() < 0.02 ? null : at(sentAt + 9 * dayMs),
    });
  const count = messagesOfCase[number % messagesOfCase.length] ?? 3;
  for (let index = 0; index < count; index += 1) {
    const fromPatient = index % 2 === 0;
    const [subject, message] = [pick(subjects), `${pick(sentences)} ${pick(sentences)}`];
    const time = sentAt + (index + 1) * 0.4 * dayMs;
    const read = random() < 0.002 ? null : at(time + dayMs / 2);
    const messageId = randomUUID();
    text('message', messageId, wordsOfText(vault, `${subject} ${message}`));
    rows.messages.push({
      ...shared,
      id: messageId,
      sender_id: fromPatient ? accountId : doctorId,
      sender_role: fromPatient ? 'patient' : 'doctor',
      recipient_id: fromPatient ? doctorId : accountId,
      sealed: await seal(messageTexts, { subject, message }),
      search: [...new Set([...found, ...indexOfText(vault, subject, message)])].join(' '),
      sent_at: at(time),
      first_read_at: read,
      read_at: read,
    });
  }
};
const wordIndexes = new Map<string, string[]>();
const wordsOfText = (vault: Vault, text: string): string[] => {
  const known = wordIndexes.get(text) ?? textIndex(vault, [text]);
  wordIndexes.set(text, known);
  return known;
};
const vocabulary = Array.from(
  { length: 4000 },
  (_, index) => `${firstParts[index % firstParts.length]?.toLowerCase()}${lastParts[index % lastParts.length]}${index}`,
);
/** The words of a letter: few of them often, most of them rarely. */
const aPage = (vault: Vault): string[] =>
  pageIndex(vault, [
    ...new Set(Array.from({ length: 150 }, () => vocabulary[Math.floor(random() ** 3 * vocabulary.length)] ?? '')),
  ]);
const textIndexes = new Map<string, string[]>();
const indexOfText = (vault: Vault, subject: string, message: string): string[] => {
  const key = `${subject} ${message}`;
  const known = textIndexes.get(key) ?? searchIndex(vault, [subject], message);
  textIndexes.set(key, known);
  return known;
};

/** Doctors with sign-in: doctor0@bench.example and so on. The first has four times the others' patients. */
const addDoctors = async (db: Database, passwordHash: string): Promise<string[]> => {
  const ids: string[] = [];
  for (let index = 0; index < doctorCount; index += 1) {
    const [row] = await db
      .insert(accounts)
      .values({
        role: 'doctor',
        email: `doctor${index}@bench.example`,
        passwordHash,
        settings: { notify_email: 'none' },
        emailConfirmedAt: new Date(),
        userDataAt: new Date(),
        phoneConfirmedAt: new Date(),
      })
      .returning();
    if (!row) throw new Error('The doctor was not stored.');
    await db.insert(doctors).values({
      accountId: row.id,
      title: 'Dr.',
      firstName: pick(firstNames),
      lastName: `${pick(firstParts)}${pick(lastParts)}`,
      specialty: 'Chirurgie',
      city: 'Köln',
      languages: ['de'],
      replyDays: 3,
    });
    ids.push(row.id);
  }
  return ids;
};

const indexesOf = async (db: Database) =>
  (
    await db.execute<{ name: string; definition: string }>(sql`
  select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public' and tablename in (${sql.join(
    Object.keys(types).map((name) => sql`${name}`),
    sql`, `,
  )})
  and indexname not like '%pkey' and indexname not like '%_pk'`)
  ).rows;

/** Another id for each copy, the same wherever the id stands. */
const idOfCopy = (column: string) => `md5(${column}::text || copy)::uuid`;
/** A column as it is in a copy. */
const inCopy = (name: string, type: string): string => {
  if (name === 'email' || name === 'storage_key') return `'copy' || copy || '-' || ${name}`;
  if (type === 'uuid') return idOfCopy(name);
  return type === 'uuid[]' ? `array(select ${idOfCopy('each')} from unnest(${name}) each)` : name;
};

/**
 * Adds all people again under other ids, with doctors of their own: a large database in less time. The copies have no
 * keys, so that nobody can open their texts; they only fill tables and indexes.
 */
const addCopies = async (db: Database): Promise<void> => {
  for (const table of ['accounts', 'doctors', ...Object.keys(types)]) {
    // PostgreSQL numbers the events.
    const { rows } = await db.execute<{ name: string; type: string }>(sql`
      select quote_ident(attname) as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attname <> 'seq'`);
    const names = rows.map(({ name }) => name).join(', ');
    const chosen = rows.map(({ name, type }) => inCopy(name, type)).join(', ');
    await db.execute(
      sql.raw(
        `insert into ${table} (${names}) select ${chosen} from ${table}, generate_series(1, ${copyCount}) as copies(copy)`,
      ),
    );
    console.warn(`${table} copied`);
  }
};

const addPopulation = async (db: Database, vault: Vault, begun: number): Promise<void> => {
  const passwordHash = await new Passwords().hash('Konsil-Bench-1');
  const doctorIds = await addDoctors(db, passwordHash);
  for (let from = 0; from < patientCount; from += batch) {
    await db.transaction(async (tx) => {
      const rows = noRows();
      const owners = await addPatients(tx, vault, rows, { from, doctorIds, passwordHash });
      for (const [index, owner] of owners.entries()) {
        for (let extra = 0; extra < casesOfPatient; extra += 1)
          await addCase(tx, vault, rows, owner, (from + index) * casesOfPatient + extra);
      }
      for (const name of Object.keys(types) as (keyof typeof types)[]) await insert(tx, name, types[name], rows[name]);
    });
    if ((from + batch) % 10_000 === 0)
      console.warn(`${from + batch} patients, ${Math.round((Date.now() - begun) / 1000)} s`);
  }
};

const main = async (): Promise<void> => {
  const env = readEnv();
  const postgres = await startEmbeddedPostgres({ dataDir: env.KONSIL_DATA_DIR, log: console.warn, durable: false });
  // Rows are consistent by construction: foreign keys are not checked on insert.
  const connection = connect({
    ...postgres.connection,
    options: '-c session_replication_role=replica -c synchronous_commit=off -c maintenance_work_mem=1GB',
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  const { db } = connection;
  await migrateDatabase(connection);
  const vault = await Vault.open(db, () => loadMasterKeys(env));
  const indexes = await indexesOf(db);
  for (const { name } of indexes) await db.execute(sql.raw(`drop index "${name}"`));
  const begun = Date.now();
  await addPopulation(db, vault, begun);
  if (copyCount > 0) await addCopies(db);
  for (const { definition, name } of indexes) {
    await db.execute(sql.raw(definition));
    console.warn(`index ${name}, ${Math.round((Date.now() - begun) / 1000)} s`);
  }
  await db.execute(sql.raw('vacuum analyze'));
  await connection.close();
  await postgres.stop();
};
await main();
