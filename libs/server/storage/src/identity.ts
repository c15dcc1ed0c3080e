import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { eq, isNull, sql } from 'drizzle-orm';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { installation, outbox, storedObjects } from '@konsil/server-platform/database/tables';
import type { Env } from '@konsil/server-settings/env';
import { markName, readMarkFile, writeMarkFile, type StorageMark } from './mark.ts';
import type { ObjectStore } from './object-store.ts';
import { openFileStore } from './open-store.ts';
import { notifyProcesses } from '@konsil/server-platform/events/notify';

type Row = typeof installation.$inferSelect;
export type QuietReason = NonNullable<Row['quietReason']>;
type Writer = Database | Tx;

/** Storage or data folder belong to another database; the message is one sentence for the operator. */
export class OtherInstallationError extends Error {}

const keptLives = 100;
/** The operator's command after an intended replacement. */
const way = 'konsil installation activate';

const reasons: Record<QuietReason, string> = {
  restored: 'it was restored from a backup',
  copied_database: 'its database is a copy of another one',
  storage_went_on: 'its storage was used since by an installation whose database is newer',
  operator: 'the operator said so',
};

/** For the terminal. */
export const quietNotice = (id: string, reason: string): string =>
  [
    `This copy of installation ${id} is quiet: ${reason}.`,
    '  It sends no e-mails and no SMS, reminds nobody, erases nothing, deletes no files, and makes no backups by itself.',
    `  If it is the installation, and no other server of it runs any more, say so: ${way} --id ${id}`,
  ].join('\n');

/** PostgreSQL's identifier of this database: the same on a promoted standby, different for a copy of rows. */
const nameOfDatabase = async (db: Database): Promise<string> => {
  const named = (cluster: string) =>
    sql.raw(`select ${cluster} || '/' || oid as name from pg_database where datname = current_database()`);
  const ask = async (cluster: string) => (await db.execute<{ name: string }>(named(cluster))).rows[0]?.name ?? '';
  return ask('(select system_identifier::text from pg_control_system())').catch((error: unknown) => {
    // A hosted database may hide it.
    if ((error as { cause?: { code?: string } }).cause?.code === '42501') return ask("'hosted'");
    throw error;
  });
};

const readRow = async (db: Writer, locked = false): Promise<Row | undefined> => {
  const query = db.select().from(installation);
  return (await (locked ? query.for('update') : query))[0];
};

/** Creates the row if missing; objects from before prefixes stay where they are. */
const ensureRow = async (db: Database): Promise<Row> => {
  const known = await readRow(db);
  if (known) return known;
  const [older] = await db.select().from(storedObjects).limit(1);
  const id = randomUUID();
  await db
    .insert(installation)
    .values({
      id,
      prefix: older ? '' : `${id}/`,
      database: await nameOfDatabase(db),
      lives: [randomUUID()],
      // A database of an earlier version may have files to take over.
      keptSeries: older ? null : id,
    })
    .onConflictDoNothing();
  const row = await readRow(db);
  if (!row) throw new Error('The installation could not be named.');
  return row;
};

export interface IdentityParts {
  db: Database;
  env: Env;
}

/**
 * The identity of this installation: the same in database, storage, data folder and backup
 * (docs/decisions/installation-identity.md). A process that finds another one's storage or data folder does not start;
 * a copy of the database is quiet.
 */
export class Identity {
  /** The reason why storage and data folder must not be written to at the moment. */
  private fault = '';
  /** Another database writes to this storage. */
  private isForeign = false;
  private readonly wakers = new Set<() => void>();

  private constructor(
    private readonly db: Database,
    readonly env: Env,
    private row: Row,
    private readonly objects: ObjectStore,
  ) {}

  /** @throws {OtherInstallationError} if storage or data folder are another installation's, or missing */
  static async open({ db, env }: IdentityParts): Promise<Identity> {
    const identity = Identity.of(db, env, await ensureRow(db));
    await identity.settle();
    return identity;
  }

  /** Without checking storage or data folder: for commands that fix them. */
  static async look({ db, env }: IdentityParts): Promise<Identity> {
    return Identity.of(db, env, await ensureRow(db));
  }

  private static of(db: Database, env: Env, row: Row): Identity {
    const own = { ...env, storagePrefix: row.prefix };
    return new Identity(db, own, row, openFileStore(own).objects);
  }

  get id(): string {
    return this.row.id;
  }
  get quiet(): { since: Date; reason: string } | null {
    const { quietSince: since, quietReason } = this.row;
    return since && { since, reason: reasons[quietReason ?? 'operator'] };
  }
  get isQuiet(): boolean {
    return this.row.quietSince !== null;
  }
  /** The reason why storage and data folder were not ours at the last check; empty if they were. */
  get trouble(): string {
    return this.fault || (this.isForeign ? 'The storage belongs to a newer database.' : '');
  }

  /** Called when the operator has activated this installation. */
  onWake(wake: () => void): void {
    this.wakers.add(wake);
  }

  /** Reloads the row after a notification. */
  async reload(): Promise<void> {
    const wasQuiet = this.isQuiet;
    this.row = (await readRow(this.db)) ?? this.row;
    if (!wasQuiet || this.isQuiet) return;
    await this.check();
    if (!this.isQuiet) for (const wake of this.wakers) wake();
  }

  /** Checks whether storage and data folder are still ours. */
  async check(): Promise<void> {
    this.row = (await readRow(this.db)) ?? this.row;
    const { fault, storageMark } = await this.meet(this.row);
    this.fault = fault;
    this.isForeign = this.isOfAnother(storageMark, this.row);
    if (this.isForeign && !this.isQuiet) await this.beQuiet('storage_went_on');
  }

  /** Writes a new value to the storage, so that an older copy of the database can be recognised. */
  async renewLife(): Promise<void> {
    await this.check();
    if (this.isQuiet || this.fault) return;
    const life = await this.db.transaction(async (tx) => {
      const row = await readRow(tx, true);
      const last = row?.lives.at(-1);
      if (!row || (await this.objects.readMark())?.life !== last) return last;
      const next = randomUUID();
      await tx.update(installation).set({ lives: [...row.lives.slice(1 - keptLives), next] });
      return next;
    });
    // Recorded in the database before it is written to the storage.
    if (life) await this.objects.writeMark({ id: this.id, life });
  }

  async beQuiet(reason: QuietReason): Promise<void> {
    await this.db
      .update(installation)
      .set({ quietSince: sql`now()`, quietReason: reason })
      .where(isNull(installation.quietSince));
    await notifyProcesses(this.db, { kind: 'installation' });
    this.row = (await readRow(this.db)) ?? this.row;
  }

  /**
   * The operator confirms that this is the installation: pending emails are dropped, and storage and data folder become
   * its own. A server running on another copy notices and becomes quiet.
   * @returns the number of dropped emails
   */
  async activate(): Promise<number> {
    const life = randomUUID();
    const { fault } = await this.meet({ ...this.row, storage: null, folderMet: false });
    if (fault) throw new OtherInstallationError(fault);
    await this.db
      .update(installation)
      .set({ lives: [...this.row.lives.slice(1 - keptLives), life], database: await nameOfDatabase(this.db) });
    await this.writeMarks(life);
    return this.db.transaction(async (tx) => {
      const dropped = this.isQuiet
        ? await tx
            .update(outbox)
            .set({ failedAt: sql`now()`, failure: 'dropped', leasedUntil: null, sealed: Buffer.alloc(0) })
            .where(sql`sent_at is null and failed_at is null`)
            .returning({ id: outbox.id })
        : [];
      await tx.update(installation).set({
        quietSince: null,
        quietReason: null,
        storage: this.objects.address,
        folderMet: this.env.usesDataFolder,
        // The storage may have anchors of records that this database does not have.
        ...(this.isQuiet ? { keptSeries: randomUUID() } : {}),
      });
      await notifyProcesses(tx, { kind: 'installation' });
      return dropped.length;
    });
  }

  /**
   * Replaces the empty installation's identity by the restored one: quiet, and using storage and data folder that are
   * new, the empty one's, or its own from before.
   * @throws {OtherInstallationError} if they belong to a third one
   */
  static async restored({ db, env }: IdentityParts, emptyId: string): Promise<Identity> {
    await db.update(installation).set({
      quietSince: sql`now()`,
      quietReason: 'restored',
      database: await nameOfDatabase(db),
      storage: null,
      folderMet: false,
      // The entries of this copy must not mix with those of the installation that it may be a copy of.
      keptSeries: randomUUID(),
    });
    const identity = await Identity.look({ db, env });
    await identity.settle(emptyId);
    return identity;
  }

  /** @throws {OtherInstallationError} if restoring installation `id` would use storage or data folder of a third one */
  async insistOnRoomFor(id: string, prefix: string): Promise<void> {
    const row = { ...this.row, id, prefix, storage: null, folderMet: false };
    const { fault } = await Identity.of(this.db, this.env, row).meet(row, this.id);
    if (fault) throw new OtherInstallationError(fault);
  }

  private isOfAnother(mark: StorageMark | null, { lives }: Row): boolean {
    return mark !== null && !lives.includes(mark.life ?? '');
  }

  private async meet(
    row: Row,
    before?: string,
  ): Promise<{ fault: string; folderMark: StorageMark | null; storageMark: StorageMark | null }> {
    const folderMark = this.needsFolder(row) ? await readMarkFile(join(this.env.KONSIL_DATA_DIR, markName)) : null;
    const storageMark = await this.objects.readMark();
    const ours = (mark: StorageMark | null) => mark === null || mark.id === row.id || mark.id === before;
    const foreign = (what: string, mark: StorageMark | null) =>
      `${what} belongs to installation ${mark?.id}, this database to installation ${row.id}: give this one a storage and a data folder of its own, or the database that belongs there.`;
    const missing = (what: string) =>
      `${what} is not the one of installation ${row.id} (${markName} is missing there): mount or share the right one, or say that it was replaced with "${way}".`;
    const [folder, storage] = [`The data folder ${this.env.KONSIL_DATA_DIR}`, `The storage ${this.objects.address}`];
    const fault = !ours(folderMark)
      ? foreign(folder, folderMark)
      : !ours(storageMark)
        ? foreign(storage, storageMark)
        : !folderMark && row.folderMet && this.needsFolder(row)
          ? this.env.usesDataFolder
            ? missing(folder)
            : `${folder} is not the one that installation ${row.id} used so far: start one process with that folder, which takes over the access log's anchors and the erasures, or say that it is lost with "${way}".`
          : !storageMark && row.storage !== null && (row.storage === this.objects.address || (await this.hasObjects()))
            ? missing(storage)
            : '';
    return { fault, folderMark, storageMark };
  }

  /**
   * With a bucket, an installation of an earlier version needs the data folder once more, for the entries that it kept
   * there.
   */
  private needsFolder(row: Row): boolean {
    return this.env.usesDataFolder || (row.folderMet && row.keptSeries === null);
  }

  private async hasObjects(): Promise<boolean> {
    return (await this.db.select().from(storedObjects).limit(1)).length > 0;
  }

  /**
   * Checks storage and data folder, and marks them if new. Locks the row, so that of two processes with two folders one
   * is refused.
   */
  private async settle(before?: string): Promise<void> {
    const database = await nameOfDatabase(this.db);
    this.row = await this.db.transaction(async (tx) => {
      const row = await readRow(tx, true);
      if (!row) throw new Error('The installation has no name.');
      const { fault, folderMark, storageMark } = await this.meet(row, before);
      if (fault) throw new OtherInstallationError(fault);
      const id = row.id;
      if (folderMark?.id !== id && this.env.usesDataFolder)
        await writeMarkFile(join(this.env.KONSIL_DATA_DIR, markName), { id });
      if (storageMark?.id !== id) await this.objects.writeMark({ id, life: row.lives.at(-1) ?? '' });
      this.isForeign = storageMark?.id === id && this.isOfAnother(storageMark, row);
      const reason: QuietReason | undefined =
        // First, because a dump may be older than its storage, too.
        this.isForeign ? 'storage_went_on' : row.database !== database ? 'copied_database' : undefined;
      const quiet = reason && !row.quietSince ? { quietSince: sql`now()`, quietReason: reason } : {};
      const [settled] = await tx
        .update(installation)
        .set({ storage: this.objects.address, folderMet: row.folderMet || this.env.usesDataFolder, ...quiet })
        .where(eq(installation.one, true))
        .returning();
      return settled ?? row;
    });
  }

  private async writeMarks(life: string): Promise<void> {
    if (this.env.usesDataFolder) await writeMarkFile(join(this.env.KONSIL_DATA_DIR, markName), { id: this.id });
    await this.objects.writeMark({ id: this.id, life });
  }
}
