import { desc, eq } from 'drizzle-orm';
import { accounts, auditRecords } from '@konsil/server-domain/schema';
import { installationChains } from '@konsil/server-platform/audit/installation-chains';
import { testApp, type TestApp } from '../support/app.ts';
import { requestsAs, inviteDoctor } from '../support/people.ts';
import { inviteDoctor as invite } from '@konsil/server-consultation/doctors/invitations';

let house: TestApp;
beforeAll(async () => {
  house = await testApp();
});

describe("A doctor's name", () => {
  const profile = {
    title: 'Dr. med.',
    first_name: 'Jonas',
    last_name: 'Weber',
    specialty: 'Radiologie',
    city: 'Köln',
    languages: ['de'],
    reply_days: 3,
    accepts_cases: true,
  };
  const renames = () =>
    house.kernel.db
      .select()
      .from(auditRecords)
      .where(eq(auditRecords.action, 'doctor.rename'))
      .orderBy(desc(auditRecords.seq));

  test('is audited when changed, with the actor but without the name; nothing else is', async () => {
    const doctor = await inviteDoctor(house);
    const save = async (changes: Partial<typeof profile>) =>
      expect((await requestsAs(house.app, doctor).put('/account/doctor', { ...profile, ...changes })).statusCode).toBe(
        200,
      );
    const before = (await renames()).length;
    await save({ city: 'Bonn', accepts_cases: false });
    expect(await renames()).toHaveLength(before);
    await save({ last_name: 'Weber-Hilgenstock' });
    await save({ last_name: 'Weber-Hilgenstock', city: 'Ulm' });
    const [record, ...rest] = await renames();
    expect(rest).toHaveLength(before);
    expect(record).toMatchObject({
      actorId: doctor.accountId,
      actorRole: 'doctor',
      result: 'allowed',
    });
    expect(installationChains).toContain(record?.chain);
    expect(Object.values(record ?? {}).join()).not.toMatch(/Weber|Hilgenstock/);
  });

  test('is audited also when the operator reinvites a doctor under another name', async () => {
    const doctor = await inviteDoctor(house);
    const inviteBack = async (last_name: string) => {
      await house.kernel.db
        .update(accounts)
        .set({ deactivatedAt: house.clock.now() })
        .where(eq(accounts.id, doctor.accountId));
      await invite(house.kernel, { ...profile, last_name, email: doctor.email, locale: 'de' });
    };
    const before = (await renames()).length;
    await inviteBack('Weber');
    expect(await renames()).toHaveLength(before);
    await inviteBack('Sander');
    const [record, ...rest] = await renames();
    expect(rest).toHaveLength(before);
    expect(record).toMatchObject({ actorId: null, actorRole: 'admin' });
    expect(installationChains).toContain(record?.chain);
  });
});
