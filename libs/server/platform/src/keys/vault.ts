import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { PgTransaction } from 'drizzle-orm/pg-core';
import type { Database, Tx } from '../database/client.ts';
import { dataKeys } from '../database/tables.ts';
import { decrypt, decrypter, deriveKey, encrypt, hmac, newKey } from './crypto.ts';
import type { MasterKey, MasterKeys } from './keys.ts';
import type { SealedKind } from './sealed-kind.ts';

/** The owner of the installation's own key; all purpose keys derive from it, so a rotation changes none of them. */
export const installationId = '00000000-0000-0000-0000-000000000000';
type Purpose =
  | 'csrf'
  | 'audit'
  | 'otp'
  | 'outbox'
  | 'blind-index'
  | 'auth-csrf'
  | 'recovery'
  | 'passkeys'
  | 'providers'
  | 'limits'
  | 'tickets'
  | 'erasures'
  | 'endings'
  | 'webhooks'
  | 'web-push'
  | 'take-away'
  | 'forms'
  | 'clinic-archives'
  | 'cursor';

const cachedKeys = 20_000;
const cachedMs = 60_000;

/** The data key was destroyed by an erasure: its data cannot be decrypted any more. */
export class KeyDestroyed extends Error {}
/** The secret that wraps a data key is not among the given ones: nothing is damaged. */
export class SecretMissing extends Error {}

const wrapContext = (ownerId: string) => `data-key:${ownerId}`;

/**
 * Envelope encryption (docs/security.md, design c): every patient and account has a data key, wrapped by the master
 * key; texts and file keys are encrypted with it.
 */
export class Vault {
  /** Each key with values decrypted by it, cached while their ciphertext buffer is referenced. */
  private readonly cache = new Map<string, { key: Buffer; until: number; opened: WeakMap<Buffer, string> }>();
  /** Keys created in a transaction: not used elsewhere, because it may roll back. */
  private readonly made = new WeakMap<object, Map<string, Buffer>>();
  /** A transaction's connection runs one query at a time. */
  private readonly asking = new WeakMap<object, Promise<unknown>>();
  private readonly purposes = new Map<Purpose, Buffer>();
  /** Wraps new keys with the version of the master key that wraps the installation's key: every process can open it. */
  private writer: MasterKey;

  private constructor(
    private masters: MasterKeys,
    private readonly load: () => Promise<MasterKeys>,
    private readonly installationKey: Buffer,
    version: number,
  ) {
    this.writer = masterOf(masters, version);
  }

  /** Opens the vault of an installation; the first process creates its key. */
  static async open(db: Database, load: () => Promise<MasterKeys>): Promise<Vault> {
    const masters = await load();
    const sealedKey = () => db.select().from(dataKeys).where(eq(dataKeys.ownerId, installationId));
    let [row] = await sealedKey();
    if (!row) {
      await db.insert(dataKeys).values(wrapNew(masters.current, installationId)).onConflictDoNothing();
      [row] = await sealedKey();
    }
    if (!row) throw new Error('The key of the installation could not be made.');
    return new Vault(masters, load, unwrap(masters, row), row.masterVersion);
  }

  /** The installation's key for one purpose. */
  purposeKey(purpose: Purpose): Buffer {
    const known = this.purposes.get(purpose);
    if (known) return known;
    const key = deriveKey(this.installationKey, purpose);
    this.purposes.set(purpose, key);
    return key;
  }

  /** Encrypts a JSON value under the data key of a patient or account; creates the key if needed. */
  async seal<V>(tx: Tx | Database, ownerId: string, kind: SealedKind<V>, value: NoInfer<V>): Promise<Buffer> {
    return encrypt(await this.keyOf(tx, ownerId, true), Buffer.from(kind.toText(value)), ownerId);
  }

  /** @throws {KeyDestroyed} after an erasure, {SealedMismatch}, and an error if a byte was changed. */
  async open<V>(tx: Tx | Database, ownerId: string, kind: SealedKind<V>, sealed: Buffer): Promise<V> {
    return kind.fromText(await this.openText(tx, ownerId, sealed));
  }
  /** The stored text of a value with its version. Throws like `open`, but does not look at the content. */
  async openText(tx: Tx | Database, ownerId: string, sealed: Buffer): Promise<string> {
    return decrypt(await this.keyOf(tx, ownerId, false), sealed, ownerId).toString('utf8');
  }
  /**
   * Returns a function to decrypt thousands of values of one owner: loads the key once, and caches results, because
   * pages are reread on every event. Throws like `open`.
   */
  async opener<V>(tx: Tx | Database, ownerId: string, kind: SealedKind<V>): Promise<(sealed: Buffer) => V> {
    const unseal = decrypter(await this.keyOf(tx, ownerId, false), ownerId);
    const opened = this.cache.get(ownerId)?.opened;
    return (sealed) => {
      const text = opened?.get(sealed) ?? unseal(sealed).toString('utf8');
      opened?.set(sealed, text);
      return kind.fromText(text);
    };
  }

  /** Preloads the keys of many owners in one query. */
  async warm(tx: Tx | Database, ownerIds: readonly string[]): Promise<void> {
    const missing = [...new Set(ownerIds)].filter((ownerId) => !this.known(tx, ownerId));
    if (missing.length === 0) return;
    for (const row of await tx.select().from(dataKeys).where(inArray(dataKeys.ownerId, missing)))
      this.keep(row.ownerId, await this.unwrapRow(row));
  }

  /** Encrypts a value of the installation itself under a purpose key. */
  sealFor<V>(purpose: Purpose, kind: SealedKind<V>, value: NoInfer<V>): Buffer {
    return encrypt(this.purposeKey(purpose), Buffer.from(kind.toText(value)), `${purpose}:`);
  }
  openFor<V>(purpose: Purpose, kind: SealedKind<V>, sealed: Buffer): V {
    return kind.fromText(this.openTextFor(purpose, sealed));
  }
  openTextFor(purpose: Purpose, sealed: Buffer): string {
    return decrypt(this.purposeKey(purpose), sealed, `${purpose}:`).toString('utf8');
  }

  /** A new file key, plain for the file store and wrapped by its owner's data key for the row. */
  async newFileKey(tx: Tx | Database, ownerId: string): Promise<{ key: Buffer; wrapped: Buffer }> {
    const key = newKey();
    return { key, wrapped: await this.wrapFileKey(tx, ownerId, key) };
  }
  async wrapFileKey(tx: Tx | Database, ownerId: string, fileKey: Buffer): Promise<Buffer> {
    return encrypt(await this.keyOf(tx, ownerId, true), fileKey, `file-key:${ownerId}`);
  }
  async unwrapFileKey(tx: Tx | Database, ownerId: string, wrapped: Buffer): Promise<Buffer> {
    return decrypt(await this.keyOf(tx, ownerId, false), wrapped, `file-key:${ownerId}`);
  }

  /** The keyed hash of a word part for a `search` column, to search encrypted names. */
  blindHash(part: string): string {
    return hmac(this.purposeKey('blind-index'), part).subarray(0, 9).toString('base64url');
  }

  /**
   * Rewraps every data key with the current master key (rotation); data is unchanged.
   * @returns the number of rewrapped keys. Idempotent, and safe while servers are running.
   */
  async rotate(db: Database, batch = 500): Promise<number> {
    const { current } = this.masters;
    const wrapAnew = (skipLocked: boolean, only?: string) =>
      db.transaction(async (tx) => {
        const old = await tx
          .select()
          .from(dataKeys)
          .where(and(ne(dataKeys.masterVersion, current.version), only ? eq(dataKeys.ownerId, only) : undefined))
          .limit(batch)
          .for('update', skipLocked ? { skipLocked } : {});
        for (const row of old)
          await tx
            .update(dataKeys)
            .set(wrap(current, row.ownerId, unwrap(this.masters, row)))
            .where(eq(dataKeys.ownerId, row.ownerId));
        return old.length;
      });
    // Starts with the key that determines the wrapping master key: waits for keys being created; later ones use the new
    // master key.
    let done = await wrapAnew(false, installationId);
    this.writer = current;
    for (const skipLocked of [true, false]) {
      for (let rows = await wrapAnew(skipLocked); rows > 0; rows = await wrapAnew(skipLocked)) done += rows;
    }
    return done;
  }

  /** Destroys the data key of a patient or account: its data can never be decrypted again. */
  async destroy(tx: Tx, ownerId: string): Promise<void> {
    await tx.delete(dataKeys).where(eq(dataKeys.ownerId, ownerId));
    this.made.get(tx)?.delete(ownerId);
    this.forget(ownerId);
  }
  /** Reloads the master keys after another process rotated them. */
  async reload(): Promise<void> {
    this.masters = await this.load();
  }
  forget(ownerId: string): void {
    this.cache.delete(ownerId);
  }

  private async keyOf(tx: Tx | Database, ownerId: string, make: boolean): Promise<Buffer> {
    const known = this.known(tx, ownerId);
    if (known) return known;
    if (!(tx instanceof PgTransaction)) return this.fetchKey(tx, ownerId, make);
    const turn = (this.asking.get(tx) ?? Promise.resolve()).then(
      () => this.known(tx, ownerId) ?? this.fetchKey(tx, ownerId, make),
    );
    this.asking.set(
      tx,
      turn.catch(() => undefined),
    );
    return turn;
  }
  private async fetchKey(tx: Tx | Database, ownerId: string, make: boolean): Promise<Buffer> {
    const made = make && (await this.makeKey(tx, ownerId));
    if (made && tx instanceof PgTransaction) return this.keepMade(tx, ownerId, made);
    const [row] = await tx.select().from(dataKeys).where(eq(dataKeys.ownerId, ownerId));
    if (!row) throw new KeyDestroyed(`No data key for ${ownerId}.`);
    const key = await this.unwrapRow(row);
    this.keep(ownerId, key);
    return key;
  }
  /** Undefined if the owner has one. Processes with and without the newest secret can open each other's keys. */
  private async makeKey(tx: Tx | Database, ownerId: string): Promise<Buffer | undefined> {
    for (;;) {
      const { writer } = this;
      const key = newKey();
      const { wrapped, masterVersion } = wrap(writer, ownerId, key);
      // Locked until the transaction ends, so that a rotation does not miss a key being created.
      const { rows } = await tx.execute<{ version: number; made: boolean }>(sql`
        with used as (select master_version from ${dataKeys} where owner_id = ${installationId} for share),
          made as (insert into ${dataKeys} (owner_id, wrapped, master_version) select ${ownerId}::uuid, ${wrapped}::bytea, ${masterVersion}::int from used
            where used.master_version = ${masterVersion} on conflict do nothing returning 1)
        select master_version as version, exists (select from made) as made from used`);
      const [used] = rows;
      if (used?.made) return key;
      if (!used || used.version === masterVersion) return undefined;
      if (!this.masters.all.some(({ version }) => version === used.version)) await this.reload();
      this.writer = masterOf(this.masters, used.version);
    }
  }
  /** A key wrapped by another process with a secret that this one has not loaded yet. */
  private async unwrapRow(row: WrappedKey): Promise<Buffer> {
    if (!this.masters.all.some(({ version }) => version === row.masterVersion)) await this.reload();
    return unwrap(this.masters, row);
  }
  private known(tx: object, ownerId: string): Buffer | undefined {
    return this.cached(ownerId) ?? this.made.get(tx)?.get(ownerId);
  }
  private keepMade(tx: object, ownerId: string, key: Buffer): Buffer {
    const keys = this.made.get(tx) ?? new Map<string, Buffer>();
    this.made.set(tx, keys.set(ownerId, key));
    return key;
  }
  private cached(ownerId: string): Buffer | undefined {
    const entry = this.cache.get(ownerId);
    return entry && entry.until > Date.now() ? entry.key : undefined;
  }
  private keep(ownerId: string, key: Buffer): void {
    this.cache.delete(ownerId);
    this.cache.set(ownerId, { key, until: Date.now() + cachedMs, opened: new WeakMap() });
    const [oldest] = this.cache.keys();
    if (this.cache.size > cachedKeys && oldest) this.cache.delete(oldest);
  }
}

export interface WrappedKey {
  ownerId: string;
  wrapped: Buffer;
  masterVersion: number;
}
const wrap = ({ key: master, version }: MasterKey, ownerId: string, key: Buffer): WrappedKey => ({
  ownerId,
  wrapped: encrypt(master, key, wrapContext(ownerId)),
  masterVersion: version,
});
/** The key wrapped by the current master key; as it is if its own one is unknown. */
export const wrapAnew = (masters: MasterKeys, row: WrappedKey): WrappedKey =>
  row.masterVersion === masters.current.version || !masters.all.some(({ version }) => version === row.masterVersion)
    ? row
    : wrap(masters.current, row.ownerId, unwrap(masters, row));
const wrapNew = (master: MasterKey, ownerId: string): WrappedKey => wrap(master, ownerId, newKey());
const masterOf = ({ all }: MasterKeys, wanted: number): MasterKey => {
  const master = all.find(({ version }) => version === wanted);
  if (!master)
    throw new SecretMissing(
      'KONSIL_SECRET is not the one this database was sealed with; give the earlier one in KONSIL_PREVIOUS_SECRETS.',
    );
  return master;
};
const unwrap = (masters: MasterKeys, row: WrappedKey): Buffer => {
  const master = masterOf(masters, row.masterVersion);
  return decrypt(master.key, row.wrapped, wrapContext(row.ownerId));
};
