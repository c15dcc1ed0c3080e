import type { Assistant } from '@konsil/contracts/assistant-states';
import type { RecordImport } from '@konsil/contracts/imports';
import type { Reader, SharedPerson } from '@konsil/contracts/reader-states';
import type { ShareManifest } from '@konsil/contracts/shares';
import { invitationOf, sweepAssistantInvitations } from '@konsil/server-consultation/assistants/invitations';
import { sweepInvitations } from '@konsil/server-consultation/readers/readers';
import { sweepOrphans } from '@konsil/server-documents/orphans';
import { endDueShareLinks } from '@konsil/server-documents/share/share-links';
import { assistants, dataExports, imports, shareFiles } from '@konsil/server-domain/schema';
import { dayMs, hourMs, later, minuteMs } from '@konsil/server-platform/clock';
import { dropDueImports } from '@konsil/server-take-away/import/imports.routes';
import { eq } from 'drizzle-orm';
import { ahead } from '../support/ahead.ts';
import { testApp, type TestApp } from '../support/app.ts';
import { bodyOf } from '../support/cases.ts';
import { inviteDoctor, linkToken, newEmail, requestsAs, signInAgain, signUpPatient } from '../support/people.ts';
import { sealedLinks } from '../support/sealed-links.ts';
import { anOngoingCase, type Story } from '../support/story.ts';

let house: TestApp;
let story: Story;
const { makeLink, ask, fetchFile, listed } = sealedLinks(() => house);
beforeAll(async () => {
  house = await testApp();
  story = await anOngoingCase(house);
});

/** The story with a new session of its patient, because earlier sessions have expired. */
const ours = async (): Promise<Story> => ({ ...story, patient: await signInAgain(house.app, story.patient) });
const mine = async () => requestsAs(house.app, (await ours()).patient);
/** The duties that delete expired data. */
const sweep = async () => {
  const { db, clock } = house.kernel;
  await endDueShareLinks(db, clock.now());
  await sweepInvitations(house.kernel);
  await sweepAssistantInvitations(house.kernel);
  await sweepOrphans(house.kernel);
  await dropDueImports(house.kernel);
};
async function* once(bytes: Buffer) {
  yield bytes;
}

interface Made {
  isValid: () => Promise<boolean>;
  /** The state that its owner sees, or that is left in its row, after it has ended. */
  told: () => Promise<string | null | undefined>;
}
const invitation = async (again: boolean): Promise<Made> => {
  const email = newEmail();
  const doctor = await inviteDoctor(house);
  const theirs = requestsAs(house.app, doctor);
  const { db, clock } = house.kernel;
  const { id } = bodyOf<Assistant>(
    await theirs.post('/api/assistants', { first_name: 'Anna', last_name: 'Muster', email }),
    201,
  );
  if (again) {
    const [invitedAt, expiresAt] = [later(clock.now(), -8 * dayMs), later(clock.now(), -dayMs)];
    await db.update(assistants).set({ invitedAt, expiresAt }).where(eq(assistants.id, id));
    bodyOf(await theirs.post(`/api/assistants/${id}/invite`, {}));
  }
  const token = await linkToken(house, email);
  return {
    isValid: () =>
      invitationOf(db, token, clock.now()).then(
        () => true,
        () => false,
      ),
    told: async () => {
      const anew = requestsAs(house.app, await signInAgain(house.app, doctor));
      return bodyOf<Assistant[]>(await anew.get('/api/assistants'))[0]?.state;
    },
  };
};
const kinds: Record<string, () => Promise<Made>> = {
  'a sealed link': async () => {
    const { link, id } = await makeLink(await ours());
    return {
      isValid: async () => (await ask(link)).statusCode === 200,
      told: async () => (await listed(await ours(), id))?.ended_by,
    };
  },
  'an invitation to read along': async () => {
    const reader = await signUpPatient(house);
    const path = `/api/patients/${story.patientId}/readers`;
    const { id } = bodyOf<Reader>(await (await mine()).post(path, { email: reader.email, until: null }), 201);
    return {
      isValid: async () => {
        const theirs = requestsAs(house.app, await signInAgain(house.app, reader));
        return bodyOf<SharedPerson[]>(await theirs.get('/api/readers')).length > 0;
      },
      told: async () => bodyOf<Reader[]>(await (await mine()).get(path)).find((one) => one.id === id)?.state,
    };
  },
  'an invitation of an assistant': () => invitation(false),
  'a repeated invitation of an assistant': () => invitation(true),
  'a file to take away': async () => {
    const { db, files, clock, vault } = house.kernel;
    const { key: fileKey, wrapped } = await vault.newFileKey(db, story.patient.accountId);
    const { key } = await files.put(once(Buffer.from('dossier')), fileKey);
    const now = clock.now();
    const [row] = await db
      .insert(dataExports)
      .values({
        accountId: story.patient.accountId,
        storageKey: key,
        fileKey: wrapped,
        kind: 'dossier',
        createdAt: now,
        expiresAt: later(now, dayMs),
      })
      .returning();
    return {
      isValid: async () => (await (await mine()).get(`/account/take-away/${row?.id}`)).statusCode === 200,
      told: async () => ((await files.has(key)) ? 'kept' : 'expired'),
    };
  },
};
describe.each(Object.entries(kinds))('%s', (_kind, make) => {
  test('created by a fast clock ends for good once the clock is set back', async () => {
    const { isValid, told } = await ahead(house, dayMs, make);
    expect(await isValid()).toBe(false);
    await sweep();
    expect(await told()).toBe('expired');
    expect(await ahead(house, dayMs + hourMs, isValid)).toBe(false);
  });

  test('is valid for a process with another clock, and not ended by a slow clock', async () => {
    // Machines' clocks differ a little.
    const { isValid } = await ahead(house, 4 * minuteMs, make);
    expect(await isValid()).toBe(true);
    await ahead(house, -20 * minuteMs, sweep);
    expect(await isValid()).toBe(true);
  });
});

test("a shared file's URL issued by a fast clock ends once the clock is set back", async () => {
  const { link } = await makeLink(await ours());
  const addresses = async () => (await ask(link)).json<ShareManifest>().files.flatMap(({ location }) => location ?? []);
  const [late = ''] = await ahead(house, hourMs, addresses);
  const [early = ''] = await ahead(house, 4 * minuteMs, addresses);
  expect([(await fetchFile(late)).statusCode, (await fetchFile(early)).statusCode]).toEqual([404, 200]);
});

test('files of a one-time link used while the clock was ahead are deleted', async () => {
  const { link, id } = await makeLink(await ours(), { one_time: true });
  expect((await ahead(house, dayMs, () => ask(link))).statusCode).toBe(200);
  await sweep();
  expect(await house.kernel.db.$count(shareFiles, eq(shareFiles.linkId, id))).toBe(0);
});

test('an import started by a fast clock is deleted once the clock is set back', async () => {
  const begin = async (name: string) =>
    bodyOf<RecordImport>(
      await (await mine()).post(`/api/patients/${story.patientId}/imports`, { file_name: name, size: 100 }),
      201,
    );
  const left = (id: string) => house.kernel.db.$count(imports, eq(imports.id, id));
  const late = await ahead(house, dayMs, () => begin('late.zip'));
  await sweep();
  expect(await left(late.id)).toBe(0);
  const present = await begin('present.zip');
  await ahead(house, -20 * minuteMs, sweep);
  expect(await left(present.id)).toBe(1);
});
