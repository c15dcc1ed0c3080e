import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, ne } from 'drizzle-orm';
import { dataKeys } from '@konsil/server-domain/schema';
import { testApp, type TestApp } from '../support/app.ts';
import { loadMasterKeys, renewSecretOfInstallation } from '@konsil/server-platform/keys/keys';
import { KeyDestroyed, Vault } from '@konsil/server-platform/keys/vault';

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
  const sealed = await vault.seal(db(), petra, { diagnosis: 'Struma nodosa' });
  await vault.seal(db(), tom, {});
  expect(sealed.includes('Struma')).toBe(false);
  expect(await vault.open(db(), petra, sealed)).toEqual({ diagnosis: 'Struma nodosa' });
  await expect(vault.open(db(), tom, sealed)).rejects.toThrow();
});

test('detects a flipped bit anywhere', async () => {
  const owner = randomUUID();
  const sealed = await vault.seal(db(), owner, { text: 'ä' });
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await expect(vault.open(db(), owner, changed)).rejects.toThrow();
  }
});

test('another process decrypts what this one encrypted', async () => {
  const owner = randomUUID();
  const sealed = await vault.seal(db(), owner, [1, 2]);
  const second = await anotherVault();
  expect(await second.open(db(), owner, sealed)).toEqual([1, 2]);
  expect(second.purposeKey('audit').equals(vault.purposeKey('audit'))).toBe(true);
  expect(vault.purposeKey('audit').equals(vault.purposeKey('otp'))).toBe(false);
});

test('a new owner in twenty concurrent requests gets one key', async () => {
  const owner = randomUUID();
  const second = await anotherVault();
  const sealed = await Promise.all(
    Array.from({ length: 20 }, (_, at) => (at % 2 ? vault : second).seal(db(), owner, at)),
  );
  for (const [at, value] of sealed.entries()) expect(await vault.open(db(), owner, value)).toBe(at);
});

test('a key created in a rolled back transaction is not used afterwards', async () => {
  const owner = randomUUID();
  await expect(
    db().transaction(async (tx) => {
      const sealed = await vault.seal(tx, owner, 'tried');
      await vault.warm(tx, [owner]);
      expect(await vault.open(tx, owner, sealed)).toBe('tried');
      throw new Error('given up');
    }),
  ).rejects.toThrow('given up');
  const sealed = await vault.seal(db(), owner, 'kept');
  expect(await (await anotherVault()).open(db(), owner, sealed)).toBe('kept');
});

test('a list of one owner loads the key once', async () => {
  const owner = randomUUID();
  const sealed = await Promise.all([1, 2, 3].map((value) => vault.seal(db(), owner, value)));
  const second = await anotherVault();
  await db().transaction(async (tx) => {
    const asked = jest.spyOn(tx, 'select');
    expect(await Promise.all(sealed.map((value) => second.open(tx, owner, value)))).toEqual([1, 2, 3]);
    expect(asked).toHaveBeenCalledTimes(1);
  });
});

test('cached values equal what was encrypted, and a changed bit is detected', async () => {
  const owner = randomUUID();
  const sealed = await vault.seal(db(), owner, { name: 'Befund' });
  const open = await vault.opener<{ name: string }>(db(), owner);
  open(sealed).name = 'changed by its reader';
  expect(open(sealed)).toEqual({ name: 'Befund' });
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => open(changed)).toThrow();
  }
  await db().transaction((tx) => vault.destroy(tx, owner));
  await expect(vault.opener(db(), owner)).rejects.toThrow(KeyDestroyed);
});

test('a destroyed key makes all its data unreadable', async () => {
  const owner = randomUUID();
  const sealed = await vault.seal(db(), owner, 'x');
  await db().transaction((tx) => vault.destroy(tx, owner));
  await expect(vault.open(db(), owner, sealed)).rejects.toThrow(KeyDestroyed);
});

test('file keys are wrapped by their owner', async () => {
  const owner = randomUUID();
  const { key, wrapped } = await vault.newFileKey(db(), owner);
  expect((await vault.unwrapFileKey(db(), owner, wrapped)).equals(key)).toBe(true);
  await expect(vault.open(db(), owner, wrapped)).rejects.toThrow();
});

test("word parts are hashed with the installation's key", () => {
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
        return { owner, sealed: await vault.seal(db(), owner, owner) };
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
    for (const { owner, sealed } of owners) expect(await second.kernel.vault.open(db(), owner, sealed)).toBe(owner);
    const fresh = await anotherVault();
    for (const { owner, sealed } of owners) expect(await fresh.open(db(), owner, sealed)).toBe(owner);
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
    const sealed = await another.kernel.vault.seal(another.kernel.db, owner, 'kept');
    const moved = await Vault.open(another.kernel.db, () =>
      loadMasterKeys({ KONSIL_SECRET: undefined, KONSIL_PREVIOUS_SECRETS: [earlier], KONSIL_DATA_DIR: dataDir }),
    );
    expect(await moved.open(another.kernel.db, owner, sealed)).toBe('kept');
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
    const sealedByNew = await first.seal(shared, early, 'new');
    expect(await old.open(shared, early, sealedByNew)).toBe('new');
    const sealedByOld = await old.seal(shared, late, 'old');
    expect(await first.open(shared, late, sealedByOld)).toBe('old');

    const second = await withBoth();
    const [, ...sealed] = await Promise.all([
      first.rotate(shared),
      ...during.map((owner) => shared.transaction((tx) => second.seal(tx, owner, owner))),
    ]);
    const alone = await Vault.open(shared, () =>
      loadMasterKeys({ ...another.env, KONSIL_SECRET: newSecret, KONSIL_PREVIOUS_SECRETS: [] }),
    );
    for (const [at, owner] of during.entries())
      expect(await alone.open(shared, owner, sealed[at] ?? Buffer.alloc(0))).toBe(owner);
    expect([await alone.open(shared, early, sealedByNew), await alone.open(shared, late, sealedByOld)]).toEqual([
      'new',
      'old',
    ]);
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
    const sealed = await rotating.seal(shared, owner, 'kept');
    secrets.all.unshift('b'.repeat(40));
    await rotating.reload();
    await rotating.rotate(shared);
    expect(await unaware.open(shared, owner, sealed)).toBe('kept');
    const other = randomUUID();
    expect(await rotating.open(shared, other, await unaware.seal(shared, other, 'new'))).toBe('new');
    await another.close();
  });

  test('moves keys from the old to the new configured secret', async () => {
    const [oldSecret, newSecret] = ['o'.repeat(40), 'n'.repeat(40)];
    const another = await testApp({ KONSIL_SECRET: oldSecret });
    const owner = randomUUID();
    const sealed = await another.kernel.vault.seal(another.kernel.db, owner, 'kept');
    const both = await Vault.open(another.kernel.db, () =>
      loadMasterKeys({ ...another.env, KONSIL_SECRET: newSecret, KONSIL_PREVIOUS_SECRETS: [oldSecret] }),
    );
    expect(await both.rotate(another.kernel.db)).toBe(await another.kernel.db.$count(dataKeys));
    const alone = await Vault.open(another.kernel.db, () =>
      loadMasterKeys({ ...another.env, KONSIL_SECRET: newSecret, KONSIL_PREVIOUS_SECRETS: [] }),
    );
    expect(await alone.open(another.kernel.db, owner, sealed)).toBe('kept');
    expect(await another.kernel.db.$count(dataKeys, eq(dataKeys.ownerId, owner))).toBe(1);
    await another.close();
  });
});
