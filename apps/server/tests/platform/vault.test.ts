import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, ne } from 'drizzle-orm';
import { dataKeys, drafts } from '@konsil/server-domain/schema';
import { testApp, type TestApp } from '../support/app.ts';
import { loadMasterKeys, renewSecretOfInstallation } from '@konsil/server-platform/keys/keys';
import { KeyDestroyed, Vault } from '@konsil/server-platform/keys/vault';
import { sealedKind, storedVersion } from '@konsil/server-platform/keys/sealed-kind';
import * as z from 'zod/mini';
import { passkeyTexts } from '@konsil/server-domain/sealed/passkey';
import { draftContent } from '@konsil/server-domain/sealed/draft';
import { reseal, sealedKinds } from '@konsil/server-domain/sealed/reseal';
import { signUpPatient } from '../support/people.ts';

/** Any JSON. */
const anything = sealedKind<unknown>({
  name: 'anything',
  schema: z.unknown(),
  versions: [{ shape: 'unknown', example: null }],
});

let house: TestApp;
let vault: Vault;
beforeAll(async () => {
  house = await testApp();
  vault = house.kernel.vault;
});
const db = () => house.kernel.db;
const anotherVault = () => Vault.open(db(), () => loadMasterKeys(house.env));

test("only its owner's key decrypts a value", async () => {
  const [petra, tom] = [randomUUID(), randomUUID()];
  const sealed = await vault.seal(db(), petra, anything, { diagnosis: 'Struma nodosa' });
  await vault.seal(db(), tom, anything, {});
  expect(sealed.includes('Struma')).toBe(false);
  expect(await vault.open(db(), petra, anything, sealed)).toEqual({ diagnosis: 'Struma nodosa' });
  await expect(vault.open(db(), tom, anything, sealed)).rejects.toThrow();
});

test('detects a flipped bit anywhere', async () => {
  const owner = randomUUID();
  const sealed = await vault.seal(db(), owner, anything, { text: 'ä' });
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await expect(vault.open(db(), owner, anything, changed)).rejects.toThrow();
  }
});

test('another process decrypts what this one encrypted', async () => {
  const owner = randomUUID();
  const sealed = await vault.seal(db(), owner, anything, [1, 2]);
  const second = await anotherVault();
  expect(await second.open(db(), owner, anything, sealed)).toEqual([1, 2]);
  expect(second.purposeKey('audit').equals(vault.purposeKey('audit'))).toBe(true);
  expect(vault.purposeKey('audit').equals(vault.purposeKey('otp'))).toBe(false);
});

test('a new owner in twenty concurrent requests gets one key', async () => {
  const owner = randomUUID();
  const second = await anotherVault();
  const sealed = await Promise.all(
    Array.from({ length: 20 }, (_, at) => (at % 2 ? vault : second).seal(db(), owner, anything, at)),
  );
  for (const [at, value] of sealed.entries()) expect(await vault.open(db(), owner, anything, value)).toBe(at);
});

test('a key created in a rolled back transaction is not used afterwards', async () => {
  const owner = randomUUID();
  await expect(
    db().transaction(async (tx) => {
      const sealed = await vault.seal(tx, owner, anything, 'tried');
      await vault.warm(tx, [owner]);
      expect(await vault.open(tx, owner, anything, sealed)).toBe('tried');
      throw new Error('given up');
    }),
  ).rejects.toThrow('given up');
  const sealed = await vault.seal(db(), owner, anything, 'kept');
  expect(await (await anotherVault()).open(db(), owner, anything, sealed)).toBe('kept');
});

test('a list of one owner loads the key once', async () => {
  const owner = randomUUID();
  const sealed = await Promise.all([1, 2, 3].map((value) => vault.seal(db(), owner, anything, value)));
  const second = await anotherVault();
  await db().transaction(async (tx) => {
    const asked = jest.spyOn(tx, 'select');
    expect(await Promise.all(sealed.map((value) => second.open(tx, owner, anything, value)))).toEqual([1, 2, 3]);
    expect(asked).toHaveBeenCalledTimes(1);
  });
});

test('cached values equal what was encrypted, and a changed bit is detected', async () => {
  const owner = randomUUID();
  const sealed = await vault.seal(db(), owner, passkeyTexts, { name: 'Befund' });
  const open = await vault.opener(db(), owner, passkeyTexts);
  open(sealed).name = 'changed by its reader';
  expect(open(sealed)).toEqual({ name: 'Befund' });
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => open(changed)).toThrow();
  }
  await db().transaction((tx) => vault.destroy(tx, owner));
  await expect(vault.opener(db(), owner, anything)).rejects.toThrow(KeyDestroyed);
});

test('a destroyed key makes all its data unreadable', async () => {
  const owner = randomUUID();
  const sealed = await vault.seal(db(), owner, anything, 'x');
  await db().transaction((tx) => vault.destroy(tx, owner));
  await expect(vault.open(db(), owner, anything, sealed)).rejects.toThrow(KeyDestroyed);
});

test('file keys are wrapped by their owner', async () => {
  const owner = randomUUID();
  const { key, wrapped } = await vault.newFileKey(db(), owner);
  expect((await vault.unwrapFileKey(db(), owner, wrapped)).equals(key)).toBe(true);
  await expect(vault.open(db(), owner, anything, wrapped)).rejects.toThrow();
});

test("word fragments are hashed with the installation's key", () => {
  expect(vault.blindHash('mull')).toBe(vault.blindHash('mull'));
  expect(vault.blindHash('mull')).not.toBe(vault.blindHash('mul'));
  expect(vault.blindHash('mull')).toMatch(/^[\w-]{12}$/);
});

describe('Rotation', () => {
  test('rewraps all keys during use, and drops the secret before the last', async () => {
    const path = join(house.env.KONSIL_DATA_DIR, 'secret.key');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const second = await house.secondProcess();
    const owners = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const owner = randomUUID();
        return { owner, sealed: await vault.seal(db(), owner, anything, owner) };
      }),
    );
    for (const _round of [1, 2]) {
      const inUse = await db().selectDistinct({ version: dataKeys.masterVersion }).from(dataKeys);
      await renewSecretOfInstallation(house.env.KONSIL_DATA_DIR, new Set(inUse.map((row) => row.version)));
      await vault.reload();
      expect(await vault.rotate(db())).toBeGreaterThanOrEqual(30);
      const { current } = await loadMasterKeys(house.env);
      expect(await db().select().from(dataKeys).where(ne(dataKeys.masterVersion, current.version))).toEqual([]);
      expect((await readFile(path, 'utf8')).trim().split('\n')).toHaveLength(2);
    }
    await second.kernel.vault.reload();
    for (const { owner, sealed } of owners)
      expect(await second.kernel.vault.open(db(), owner, anything, sealed)).toBe(owner);
    const fresh = await anotherVault();
    for (const { owner, sealed } of owners) expect(await fresh.open(db(), owner, anything, sealed)).toBe(owner);
  });

  test('refuses to start with a wrong secret', async () => {
    const other = {
      KONSIL_SECRET: 'z'.repeat(40),
      KONSIL_PREVIOUS_SECRETS: [],
      KONSIL_DATA_DIR: house.env.KONSIL_DATA_DIR,
    };
    await expect(Vault.open(db(), () => loadMasterKeys(other))).rejects.toThrow('KONSIL_PREVIOUS_SECRETS');
  });

  test("an earlier configured secret still decrypts, also beside the file's", async () => {
    const [earlier, dataDir] = ['e'.repeat(40), await mkdtemp(join(tmpdir(), 'konsil-secret-'))];
    const another = await testApp({ KONSIL_SECRET: earlier });
    const owner = randomUUID();
    const sealed = await another.kernel.vault.seal(another.kernel.db, owner, anything, 'kept');
    const moved = await Vault.open(another.kernel.db, () =>
      loadMasterKeys({ KONSIL_SECRET: undefined, KONSIL_PREVIOUS_SECRETS: [earlier], KONSIL_DATA_DIR: dataDir }),
    );
    expect(await moved.open(another.kernel.db, owner, anything, sealed)).toBe('kept');
    await another.close();
    await rm(dataDir, { recursive: true });
  });

  test("servers before and after a restart decrypt each other's keys", async () => {
    const [oldSecret, newSecret] = ['o'.repeat(40), 'n'.repeat(40)];
    const another = await testApp({ KONSIL_SECRET: oldSecret });
    const { db: shared, vault: old } = another.kernel;
    const withBoth = () =>
      Vault.open(shared, () =>
        loadMasterKeys({ ...another.env, KONSIL_SECRET: newSecret, KONSIL_PREVIOUS_SECRETS: [oldSecret] }),
      );
    const first = await withBoth();
    const [early, late, during] = [randomUUID(), randomUUID(), Array.from({ length: 20 }, () => randomUUID())];
    const sealedByNew = await first.seal(shared, early, anything, 'new');
    expect(await old.open(shared, early, anything, sealedByNew)).toBe('new');
    const sealedByOld = await old.seal(shared, late, anything, 'old');
    expect(await first.open(shared, late, anything, sealedByOld)).toBe('old');

    const second = await withBoth();
    const [, ...sealed] = await Promise.all([
      first.rotate(shared),
      ...during.map((owner) => shared.transaction((tx) => second.seal(tx, owner, anything, owner))),
    ]);
    const alone = await Vault.open(shared, () =>
      loadMasterKeys({ ...another.env, KONSIL_SECRET: newSecret, KONSIL_PREVIOUS_SECRETS: [] }),
    );
    for (const [at, owner] of during.entries())
      expect(await alone.open(shared, owner, anything, sealed[at] ?? Buffer.alloc(0))).toBe(owner);
    expect([
      await alone.open(shared, early, anything, sealedByNew),
      await alone.open(shared, late, anything, sealedByOld),
    ]).toEqual(['new', 'old']);
    await another.close();
  });

  test('a server learns a new secret from the first key wrapped by it', async () => {
    const secrets = { all: ['a'.repeat(40)] };
    const another = await testApp({ KONSIL_SECRET: 'a'.repeat(40) });
    const { db: shared } = another.kernel;
    const load = () =>
      loadMasterKeys({ ...another.env, KONSIL_SECRET: secrets.all[0], KONSIL_PREVIOUS_SECRETS: secrets.all.slice(1) });
    const [rotating, unaware] = [await Vault.open(shared, load), await Vault.open(shared, load)];
    const owner = randomUUID();
    const sealed = await rotating.seal(shared, owner, anything, 'kept');
    secrets.all.unshift('b'.repeat(40));
    await rotating.reload();
    await rotating.rotate(shared);
    expect(await unaware.open(shared, owner, anything, sealed)).toBe('kept');
    const other = randomUUID();
    expect(await rotating.open(shared, other, anything, await unaware.seal(shared, other, anything, 'new'))).toBe(
      'new',
    );
    await another.close();
  });

  test('moves keys from the old to the new configured secret', async () => {
    const [oldSecret, newSecret] = ['o'.repeat(40), 'n'.repeat(40)];
    const another = await testApp({ KONSIL_SECRET: oldSecret });
    const owner = randomUUID();
    const sealed = await another.kernel.vault.seal(another.kernel.db, owner, anything, 'kept');
    const both = await Vault.open(another.kernel.db, () =>
      loadMasterKeys({ ...another.env, KONSIL_SECRET: newSecret, KONSIL_PREVIOUS_SECRETS: [oldSecret] }),
    );
    expect(await both.rotate(another.kernel.db)).toBe(await another.kernel.db.$count(dataKeys));
    const alone = await Vault.open(another.kernel.db, () =>
      loadMasterKeys({ ...another.env, KONSIL_SECRET: newSecret, KONSIL_PREVIOUS_SECRETS: [] }),
    );
    expect(await alone.open(another.kernel.db, owner, anything, sealed)).toBe('kept');
    expect(await another.kernel.db.$count(dataKeys, eq(dataKeys.ownerId, owner))).toBe(1);
    await another.close();
  });
});

describe('konsil reseal', () => {
  const column = sealedKinds.get('draft');
  /** Five drafts as versions before 0.3 stored them. */
  const oldDrafts = async () => {
    const { accountId } = await signUpPatient(house);
    const unnumbered = { ...draftContent, toText: JSON.stringify };
    for (const key of ['a', 'b', 'c', 'd', 'e'])
      await db()
        .insert(drafts)
        .values({ accountId, key, ownerId: accountId, sealed: await vault.seal(db(), accountId, unnumbered, { key }) });
    const versions = async () => {
      const rows = await db().select().from(drafts).where(eq(drafts.accountId, accountId)).orderBy(drafts.key);
      for (const row of rows)
        expect(await vault.open(db(), accountId, draftContent, row.sealed)).toEqual({ key: row.key });
      return Promise.all(rows.map(async ({ sealed }) => storedVersion(await vault.openText(db(), accountId, sealed))));
    };
    return { accountId, versions };
  };

  test('continues after a stopped run, and rewrites nothing twice', async () => {
    if (!column) throw new Error('There is no kind "draft".');
    const { versions } = await oldDrafts();
    expect(await versions()).toEqual(Array(5).fill(undefined));
    let written = 0;
    const stopping = {
      ...column.kind,
      toText: (value: never) => {
        if (written === 2) throw new Error('killed');
        written += 1;
        return column.kind.toText(value);
      },
    };
    await expect(reseal(db(), vault, { ...column, kind: stopping })).rejects.toThrow('killed');
    expect(await versions()).toEqual([1, 1, undefined, undefined, undefined]);
    expect(await reseal(db(), vault, column)).toEqual({ rewritten: 3, current: 2 });
    expect(await versions()).toEqual(Array(5).fill(1));
    expect(await reseal(db(), vault, column)).toEqual({ rewritten: 0, current: 5 });
  });

  test('skips the rows of an erased owner', async () => {
    if (!column) throw new Error('There is no kind "draft".');
    const { accountId } = await oldDrafts();
    await db().transaction((tx) => vault.destroy(tx, accountId));
    expect((await reseal(db(), vault, column)).rewritten).toBe(0);
  });

  test.each([...sealedKinds.values()])('covers the table of $kind.name', async (each) =>
    expect((await reseal(db(), vault, each)).rewritten).toBe(0),
  );
});
