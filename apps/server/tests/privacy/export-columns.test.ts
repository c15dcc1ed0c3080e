import { getTableColumns } from 'drizzle-orm';
import { accounts, cases, consents, messages, patients, sessions, todos } from '@konsil/server-domain/schema';
import { testApp } from '../support/app.ts';
import { aConversation } from '../support/conversation.ts';
import { password, requestsAs } from '../support/people.ts';
import { unzip } from '../support/unzip.ts';

type Row = Record<string, unknown>;
/** A column that is not in the export, and why. */
const out = (reason: string) => ({ reason });
const [secret, search] = [out('proves nothing to its owner, but to others'), out('hashes of words that are in it')];
const [theirs, shown] = [out("the doctor's own order of work"), out('follows from other parts')];
const place = out('the record that it stands in');

/** Where the export has each column; `sealed` is what its values are in. */
const tables = {
  accounts: {
    of: accounts,
    columns: {
      id: 'id',
      role: 'role',
      email: 'email',
      emailConfirmedAt: 'email_confirmed_at',
      passwordHash: secret,
      passwordChangedAt: 'password_changed_at',
      passwordUnprovenSince: secret,
      sealed: 'full_name',
      phoneConfirmedAt: 'phone_confirmed_at',
      userDataAt: 'user_data_at',
      secondFactorAt: 'second_factor_at',
      locale: 'locale',
      settings: 'settings',
      createdAt: 'created_at',
      deactivatedAt: 'deactivated_at',
      lockedAt: 'locked_at',
      erasureAt: 'erasure_at',
      heldAt: 'held_at',
      holdEndedAt: 'hold_ended_at',
      consentWithdrawnAt: 'consent_withdrawn_at',
    },
  },
  sessions: {
    of: sessions,
    columns: {
      id: secret,
      accountId: place,
      tokenHash: secret,
      cookieHash: secret,
      browserBound: secret,
      device: 'device',
      createdAt: 'created_at',
      lastSeenAt: 'last_seen_at',
      expiresAt: secret,
      absoluteExpiresAt: secret,
      endedAt: 'ended_at',
      provedAt: secret,
      identityId: secret,
      providerSession: secret,
    },
  },
  consents: {
    of: consents,
    columns: {
      id: 'id',
      accountId: place,
      kind: 'kind',
      caseId: 'case_id',
      doctorId: 'doctor_name',
      clinicId: 'clinic_name',
      givenAt: 'given_at',
      withdrawnAt: 'withdrawn_at',
      textVersion: 'text_version',
    },
  },
  patients: {
    of: patients,
    columns: {
      id: 'id',
      accountId: place,
      version: 'version',
      relationship: 'relationship',
      sealed: 'last_name',
      search,
      createdAt: 'created_at',
      lastActivityAt: shown,
      archivedAt: 'archived_at',
    },
  },
  cases: {
    of: cases,
    columns: {
      id: 'id',
      patientId: 'patient',
      accountId: place,
      doctorId: 'doctor',
      version: 'version',
      status: 'status',
      priority: 'priority',
      sealed: 'medical_history',
      search,
      createdAt: 'created_at',
      lastActivityAt: 'last_activity_at',
      firstSentAt: 'first_sent_at',
      lastRequestAt: 'last_request_at',
      answerDueOn: 'answer_due_on',
      remindedAt: 'reminded_at',
      openedAt: 'opened_at',
      lastAnswerId: shown,
      lastAnswerOption: shown,
      lastAnswerAt: shown,
      lastAnswerReadAt: shown,
      sharedAt: 'shared_at',
      archivedByPatientAt: 'archived_at',
      archivedByDoctorAt: theirs,
      snoozedUntil: theirs,
      markedUnreadAt: theirs,
    },
  },
  todos: {
    of: todos,
    columns: {
      id: 'id',
      caseId: 'case_id',
      patientId: 'patient',
      accountId: place,
      doctorId: place,
      version: 'version',
      assignee: 'assignee',
      createdBy: 'created_by',
      createdByRole: shown,
      titleCode: 'title_code',
      sealed: 'content',
      search,
      deadline: 'deadline',
      priority: 'priority',
      answerId: 'answer_id',
      createdAt: 'created_at',
      completedAt: 'completed_at',
      dropped: 'dropped',
      remindedAt: 'reminded_at',
    },
  },
  messages: {
    of: messages,
    columns: {
      id: 'id',
      caseId: 'case_id',
      patientId: 'patient',
      accountId: place,
      doctorId: place,
      senderId: 'sender',
      senderRole: 'direction',
      recipientId: 'to',
      version: 'version',
      sealed: 'message',
      search,
      documentIds: 'document_ids',
      sentAt: 'sent_at',
      editedAt: 'edited_at',
      shownAt: 'shown_at',
      firstReadAt: shown,
      readAt: 'read_at',
    },
  },
};

test('each column of personal data is in the export, or left out for a reason', async () => {
  const house = await testApp();
  const { patient } = await aConversation(house);
  const answer = await requestsAs(house.app, patient).post('/account/export', { current_password: password });
  const { Filelocation } = answer.json<{ Filelocation: string }>();
  const file = await house.app.inject(new URL(Filelocation, 'http://localhost').pathname);
  const data = JSON.parse(String((await unzip(file.rawPayload)).get('data.json'))) as {
    account: Row & { sessions: Row[] };
    consents: Row[];
    patients: { record: Row; cases: (Row & { todos: Row[]; messages: Row[] })[] }[];
  };
  const [person] = data.patients;
  const full = person?.cases.find((one) => one.todos.length > 0);
  const rows: Record<keyof typeof tables, Row | undefined> = {
    accounts: data.account,
    sessions: data.account.sessions[0],
    consents: data.consents[0],
    patients: person?.record,
    cases: full,
    todos: full?.todos[0],
    messages: full?.messages[0],
  };
  for (const [name, { of, columns }] of Object.entries(tables)) {
    expect([name, Object.keys(columns).toSorted()]).toEqual([name, Object.keys(getTableColumns(of)).toSorted()]);
    const exported = Object.values(columns).filter((where) => typeof where === 'string');
    const row = rows[name as keyof typeof tables] ?? {};
    expect([name, exported.filter((key) => !(key in row))]).toEqual([name, []]);
  }
  await house.close();
});
