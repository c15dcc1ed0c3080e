import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { cases, documents } from '@konsil/server-domain/schema';
import type { Actor } from '@konsil/server-domain/access/access';
import { testApp, type TestApp } from '../support/app.ts';
import { inviteDoctor } from '../support/people.ts';
import { isNew, isUnread, isNewTo, unreadBy } from '@konsil/server-domain/documents/document-rules';
import { aCase, type TestCase } from '../support/a-case.ts';
import { documentSecrets } from '@konsil/server-domain/sealed/document';

const [before, answered, after] = ['2026-10-01', '2026-10-05', '2026-10-09'].map(
  (day) => new Date(`${day}T10:00:00Z`),
) as [Date, Date, Date];
let house: TestApp;
let theCase: TestCase;
let formerDoctor: string;
beforeAll(async () => {
  house = await testApp();
  theCase = await aCase(house);
  formerDoctor = (await inviteDoctor(house)).accountId;
});

type By = 'patient' | 'doctor' | 'former doctor';
const documentOf = async (
  by: By,
  { sentAt, archivedAt = null, readAt = null }: { sentAt: Date | null; archivedAt?: Date | null; readAt?: Date | null },
) => {
  const { db, vault } = house.kernel;
  const uploadedBy = {
    patient: theCase.patient.accountId,
    doctor: theCase.doctor.accountId,
    'former doctor': formerDoctor,
  }[by];
  const [row] = await db
    .insert(documents)
    .values({
      id: randomUUID(),
      caseId: theCase.id,
      patientId: theCase.patientId,
      uploadedBy,
      uploadedByRole: by === 'patient' ? 'patient' : 'doctor',
      uploadedAt: before,
      sealed: await vault.seal(db, theCase.patientId, documentSecrets, { file_name: 'a.pdf' }),
      contentType: 'application/pdf',
      size: 1,
      sha256: 'a'.repeat(64),
      storageKey: randomUUID(),
      fileKey: Buffer.alloc(61),
      preparedAt: before,
      sentAt,
      archivedAt,
      readAt,
    })
    .returning();
  if (!row) throw new Error('no row');
  return row;
};

test.each([
  // Uploader, sent, archived, opened by the patient, last answer | new to the patient, to the doctor, unread by the
  // patient
  ['patient', null, false, false, null, true, false, false],
  ['patient', null, true, false, null, false, false, false],
  ['patient', before, false, false, null, false, true, false],
  ['patient', before, false, false, answered, false, false, false],
  ['patient', after, false, false, answered, false, true, false],
  ['patient', after, true, false, answered, false, false, false],
  ['doctor', after, false, false, answered, false, false, true],
  ['doctor', after, false, true, answered, false, false, false],
  ['doctor', after, true, false, null, false, false, false],
  // After a hand-over everything counts as sent to the current doctor.
  ['former doctor', after, false, false, answered, false, true, true],
  ['former doctor', before, false, true, answered, false, false, false],
] as const)(
  'by %s, sent %s, archived %s, opened %s, answered %s',
  async (by, sentAt, archived, opened, lastAnswerAt, newToPatient, newToDoctor, unread) => {
    const { db } = house.kernel;
    await db.update(cases).set({ lastAnswerAt }).where(eq(cases.id, theCase.id));
    const row = await documentOf(by, { sentAt, archivedAt: archived ? after : null, readAt: opened ? after : null });
    const [patient, doctor] = [
      { role: 'patient', accountId: theCase.patient.accountId },
      { role: 'doctor', accountId: theCase.doctor.accountId },
    ] as [Actor, Actor];
    const there = (rule: Parameters<typeof and>[0]) =>
      db
        .select({ id: documents.id })
        .from(documents)
        .innerJoin(cases, eq(cases.id, documents.caseId))
        .where(and(eq(documents.id, row.id), rule));
    const told = async (actor: Actor) => ({
      row: [isNew(row, { lastAnswerAt }, actor), isUnread(row, actor)],
      // Once with the answer's time as a value, once with the column of the case.
      known: [(await there(isNewTo(actor, lastAnswerAt))).length === 1, (await there(unreadBy(actor))).length === 1],
      column: [
        (await there(isNewTo(actor, cases.lastAnswerAt))).length === 1,
        (await there(unreadBy(actor))).length === 1,
      ],
    });
    const all = (is: boolean[]) => ({ row: is, known: is, column: is });
    expect(await told(patient)).toEqual(all([newToPatient, unread]));
    expect(await told(doctor)).toEqual(all([newToDoctor, false]));
  },
);
