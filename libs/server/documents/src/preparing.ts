import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { cases, dicomInstances, documents } from '@konsil/server-domain/schema';
import type { DicomInstance } from '@konsil/server-dicom/dicom-instance';
import { representativeImage } from '@konsil/server-dicom/preview';
import { clockSkewMs, later, minuteMs, secondMs } from '@konsil/server-platform/clock';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import type { DocumentRow } from '@konsil/server-domain/access/loaders';
import type { DocumentReader } from './document-reader.ts';
import type { Tx } from '@konsil/server-platform/database/client';
import { notifyProcesses } from '@konsil/server-platform/events/notify';
import { record } from '@konsil/server-domain/steps/record';
import { isDicomType, type FileType } from '@konsil/server-dicom/file-type';
import { removeInfected } from './remove-infected.ts';
import type { FileToRead, PreparedCopies } from './reading/reading.ts';
import { MachineBusy } from './reading/reading-process.ts';
import { secretsOfReading } from './upload/secrets-of-reading.ts';
import type { UploadGate } from './upload/upload-gate.ts';
import type { VirusScanner } from './virus-scanner.ts';
import { dicomInstance } from '@konsil/server-domain/sealed/dicom-instance';
import { documentSecrets } from '@konsil/server-domain/sealed/document';

const leaseMs = 2 * minuteMs;
const lookAgainMs = 20 * secondMs;
// A file that crashes the process does so every time; the second attempt is for a busy machine.
const mostAttempts = 2;
const longestWaitMs = 10 * minuteMs;
const spentIsForgottenMs = 10 * minuteMs;
const patienceMs = 15 * secondMs;
const rushMs = 5 * secondMs;
const lookSoonMs = secondMs / 2;

const unprepared = (documentId: string) => and(eq(documents.id, documentId), isNull(documents.preparedAt));

/**
 * Background processing of documents: missed virus scans, view copies, previews. The rows are the queue, so nothing is
 * lost when a server stops, and several servers share the work. During uploads, rows wait until they are due for {@link
 * rushMs}, to leave the CPU to the senders.
 */
export class Preparing {
  private running: Promise<void> | null = null;
  private readonly hurried = new Set<Promise<void>>();
  private closed = false;
  private readonly timer: NodeJS.Timeout;
  private soon: NodeJS.Timeout | undefined;
  /** Recent processing time per account in milliseconds. */
  private spent = new Map<string, number>();
  private spentSince = Date.now();

  constructor(
    private readonly kernel: Kernel,
    private readonly reader: DocumentReader,
    private readonly scanner: VirusScanner | null,
    private readonly gate: UploadGate,
  ) {
    this.timer = setInterval(() => this.begin(), lookAgainMs).unref();
    kernel.listener.onNotice((notice) => {
      if (notice.kind === 'documents' && kernel.works) this.wake();
    });
  }

  /** Starts a round, now or after the rush; a web process delegates it to a worker. */
  wake(): void {
    if (!this.kernel.works) return this.callWorkers();
    if (this.gate.isRush) this.lookSoon();
    else this.begin();
  }

  private callWorkers(): void {
    // Without the notice they look again by themselves.
    notifyProcesses(this.kernel.db, { kind: 'documents' }).catch((failure: unknown) =>
      this.kernel.log.warn({ failure }, 'the workers were not told of documents'),
    );
  }
  private lookSoon(): void {
    this.soon ??= setTimeout(() => {
      this.soon = undefined;
      this.begin();
    }, lookSoonMs).unref();
  }
  private begin(): void {
    if (this.closed || !this.kernel.works) return;
    this.running ??= this.work()
      .catch((failure: unknown) => this.kernel.log.warn({ failure }, 'documents wait to be prepared'))
      .finally(() => (this.running = null));
  }

  /** Processes a document that somebody opened before the others; nobody waits for it. */
  hurry(documentId: string): void {
    const hurried = this.advance(documentId)
      .catch((failure: unknown) => this.kernel.log.warn({ failure }, 'an opened document waits to be prepared'))
      .finally(() => this.hurried.delete(hurried));
    this.hurried.add(hurried);
  }

  /** Processes a document with priority, or waits for a running job; false on timeout. */
  async ready(documentId: string): Promise<boolean> {
    const { db } = this.kernel;
    const until = Date.now() + patienceMs;
    const open = unprepared(documentId);
    await this.advance(documentId);
    for (let waiting = await db.$count(documents, open); waiting > 0; waiting = await db.$count(documents, open)) {
      if (Date.now() > until) return false;
      this.begin();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return true;
  }

  private async advance(documentId: string): Promise<void> {
    const untried = and(unprepared(documentId), eq(documents.prepareAttempts, 0));
    if (this.kernel.works) {
      const [own] = await this.take(untried);
      if (own) await this.prepare(own, true);
    } else {
      await this.kernel.db
        .update(documents)
        .set({ prepareDueAt: new Date(0) })
        .where(untried);
      this.callWorkers();
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.timer);
    clearTimeout(this.soon);
    await Promise.all([this.running, ...this.hurried]);
  }

  private async work(): Promise<void> {
    while (!this.closed) {
      const row = await this.claim();
      if (row) await this.prepare(row);
      else if (this.gate.isRush) return this.lookSoon();
      else return;
    }
  }

  private async claim(): Promise<DocumentRow | undefined> {
    const now = this.kernel.clock.now();
    const due = this.gate.isRush ? later(now, -rushMs) : now;
    // Written before the clock was set back.
    const ahead = later(now, longestWaitMs + clockSkewMs);
    const order = sql`coalesce(array_position(${sql.param(this.bySpent())}::uuid[], uploaded_by), 0), prepare_due_at`;
    const next = sql`(select id from ${documents} where prepared_at is null and (prepare_due_at <= ${due} or prepare_due_at > ${ahead}) order by ${order} limit 1 for update skip locked)`;
    const [row] = await this.take(eq(documents.id, next));
    return row;
  }

  private take(which: SQL | undefined): Promise<DocumentRow[]> {
    return this.kernel.db
      .update(documents)
      .set({
        prepareDueAt: later(this.kernel.clock.now(), leaseMs),
        prepareAttempts: sql`${documents.prepareAttempts} + 1`,
      })
      .where(which)
      .returning();
  }

  /** Accounts by recent processing time, ascending, so that one account's many or slow files do not delay others. */
  private bySpent(): string[] {
    if (Date.now() - this.spentSince > spentIsForgottenMs) {
      this.spent = new Map();
      this.spentSince = Date.now();
    }
    return [...this.spent].sort(([, one], [, other]) => one - other).map(([accountId]) => accountId);
  }

  private async prepare(row: DocumentRow, isAwaited = false): Promise<void> {
    const begun = performance.now();
    try {
      await this.prepareNow(row, isAwaited);
    } catch (failure) {
      if (!(failure instanceof MachineBusy)) throw failure;
      await this.postpone(row);
    } finally {
      this.spent.set(row.uploadedBy, (this.spent.get(row.uploadedBy) ?? 0) + performance.now() - begun);
    }
  }

  private async prepareNow(row: DocumentRow, isAwaited: boolean): Promise<void> {
    const { kernel } = this;
    const fileKey = await kernel.vault.unwrapFileKey(kernel.db, row.patientId, row.fileKey);
    if (row.scanState === 'checking') {
      const verdict = this.scanner ? await this.scanner.judge({ key: row.storageKey, fileKey }) : 'clean';
      if (verdict === 'infected') return removeInfected(kernel, row);
      if (verdict === 'unknown') return this.postpone(row);
    }
    const file = { key: row.storageKey, fileKey, type: row.contentType as FileType };
    if (row.beingRead) await this.readLater(row, file);
    const [view = '', preview = ''] = await kernel.files.newKeys(2);
    const made = await this.reader.prepare(
      file,
      { view, preview },
      { accountId: row.uploadedBy, isAwaited },
      await this.shownImage(row),
    );
    if (!made && row.prepareAttempts < mostAttempts) return this.postpone(row);
    await this.finish(row, made ?? { view: null, preview: null });
  }

  /** The inspection that was skipped during the upload; details given meanwhile are kept. */
  private async readLater(row: DocumentRow, file: FileToRead): Promise<void> {
    const { kernel } = this;
    const seen = await this.reader.inspectLater(file, row.uploadedBy);
    await kernel.db.transaction(async (tx) => {
      const [current] = await tx.select().from(documents).where(eq(documents.id, row.id)).for('update');
      const [theCase] = await tx.select().from(cases).where(eq(cases.id, row.caseId));
      if (!current?.beingRead || !theCase) return;
      const secrets = await kernel.vault.open(tx, row.patientId, documentSecrets, current.sealed);
      const found = await secretsOfReading(
        kernel,
        tx,
        row.patientId,
        secrets.file_name,
        seen ?? { kind: 'pdf', text: '' },
      );
      const { guess, ...told } = found;
      const sealed = await kernel.vault.seal(tx, row.patientId, documentSecrets, {
        ...secrets,
        ...told,
        ...(current.describedAt === null && { guess }),
      });
      const [read] = await tx
        .update(documents)
        .set({ beingRead: false, sealed })
        .where(eq(documents.id, row.id))
        .returning();
      if (read) await record(this.working(tx, row), { step: 'document_changed', theCase, document: read });
    });
  }

  /** The context of the portal's own work on a document, on behalf of its uploader. */
  private working(tx: Tx, { uploadedBy }: DocumentRow) {
    return { tx, now: this.kernel.clock.now(), actor: { accountId: uploadedBy, role: 'system' as const } };
  }

  private async postpone({ id, prepareAttempts }: DocumentRow): Promise<void> {
    const { db, clock } = this.kernel;
    const wait = Math.min(longestWaitMs, 10 * secondMs * 2 ** Math.min(prepareAttempts, 10));
    await db
      .update(documents)
      .set({ prepareDueAt: later(clock.now(), wait) })
      .where(eq(documents.id, id));
  }

  private async finish(row: DocumentRow, { view, preview }: PreparedCopies): Promise<void> {
    const { kernel } = this;
    const kept = await kernel.db.transaction(async (tx) => {
      const [done] = await tx
        .update(documents)
        .set({
          viewKey: view?.key ?? null,
          viewSize: view?.size ?? null,
          viewSha256: view?.sha256 ?? null,
          previewKey: preview,
          preparedAt: kernel.clock.now(),
          scanState: 'ready',
        })
        .where(and(eq(documents.id, row.id), isNull(documents.preparedAt)))
        .returning();
      const [theCase] = await tx.select().from(cases).where(eq(cases.id, row.caseId));
      if (done && theCase) await record(this.working(tx, row), { step: 'document_prepared', theCase, document: done });
      return done !== undefined;
    });
    if (!kept) await kernel.files.delete(...[view?.key ?? null, preview].filter((key) => key !== null));
  }

  private async shownImage(row: DocumentRow): Promise<DicomInstance | undefined> {
    if (!isDicomType(row.contentType)) return undefined;
    const { db, vault } = this.kernel;
    const rows = await db
      .select({ sealed: dicomInstances.sealed })
      .from(dicomInstances)
      .where(eq(dicomInstances.documentId, row.id));
    await vault.warm(db, [row.patientId]);
    return representativeImage(
      await Promise.all(rows.map(({ sealed }) => vault.open(db, row.patientId, dicomInstance, sealed))),
    );
  }
}
