import type { TakeAway, TakeAwayOrder } from '@konsil/contracts/take-away';
import { takeAwayRoutes } from '@konsil/contracts/take-away';
import { documentRoutes } from '@konsil/contracts/documents';
import { pathOf } from '@konsil/contracts/route';
import { and, eq, ne } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { takeAwayHits } from '@konsil/server-domain/accounts/account-limits';
import { fullName } from '@konsil/server-domain/accounts/accounts.queries';
import { checkOwnPassword } from '@konsil/server-domain/accounts/own-password';
import type { Actor } from '@konsil/server-domain/access/access';
import { inCase, inPatient, open, ownedResource } from '@konsil/server-domain/access/addresses';
import type { PatientRow } from '@konsil/server-domain/access/loaders';
import { route } from '@konsil/server-domain/http/route';
import { dayAndTime } from '@konsil/server-domain/names/moments';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import { dataExports, patients } from '@konsil/server-domain/schema';
import { openLate, openOfPatient } from '@konsil/server-domain/sendings/opened';
import type { Session } from '@konsil/server-domain/sessions/sessions';
import { takenImports } from '@konsil/server-documents/imported/kept-archive';
import { isKept } from '@konsil/server-documents/delivery/kept-exports';
import { issueTicket } from '@konsil/server-documents/delivery/tickets';
import { hourMs, iso, later } from '@konsil/server-platform/clock';
import type { Tx } from '@konsil/server-platform/database/client';
import { requestOrigin } from '@konsil/server-platform/http/origins';
import { Problem } from '@konsil/server-platform/http/problems';
import { collectRecord } from '@konsil/server-privacy/export/collect-data';
import type { DossierContent } from '@konsil/server-privacy/export/dossier';
import { fhirRoot } from '@konsil/contracts/fhir-paths';
import { contentOf } from './import/shown-imports.ts';
import { isMade, type TakeAwayJobs, type TakeAwayRow } from './jobs.ts';
import { makeDossier, pagesOf } from './make-dossier.ts';
import { makeArchive } from './record-archive.ts';
import { recordKeyOf } from './record-key.ts';
import type { PageDrawer } from './page-drawer.ts';
import { keptMs } from '@konsil/server-platform/retention';

const linkMs = hourMs;

interface Ordering {
  actor: Actor;
  session: Session;
  request: FastifyRequest;
  now: Date;
  body: TakeAwayOrder;
}

interface Beginning {
  tx: Tx;
  now: Date;
  body: TakeAwayOrder;
  request: FastifyRequest;
  afterCommit: (work: () => void) => void;
}

/** The routes that make a file of a case or person, and report the progress. */
export const takeAwayRoutesOf = (
  app: FastifyInstance,
  { jobs, drawer }: { jobs: TakeAwayJobs; drawer: PageDrawer },
): void => {
  const { kernel } = app;

  const show = (row: TakeAwayRow, now: Date): Omit<TakeAway, 'Filelocation' | 'size'> => ({
    id: row.id,
    kind: row.kind === 'archive' ? 'archive' : 'dossier',
    state: row.state === 'making' && !isMade(row, now) ? 'failed' : row.state,
    done: row.done,
    total: row.total,
  });

  /** Asks for the password, then reads what belongs into the file. */
  const collect = async (
    { actor, session, request, now, body }: Ordering,
    { patientId, caseId }: { patientId: string; caseId?: string },
  ) => {
    const account = await checkOwnPassword(kernel, session, body.current_password);
    await kernel.limits.count(...takeAwayHits(account.id));
    // In a transaction of its own: the next one sees nothing that is withdrawn meanwhile, and cannot wait for it.
    await kernel.db.transaction((tx) => (caseId ? openLate(tx, actor, caseId) : openOfPatient(tx, actor, patientId)));
    const { shown, files } = await kernel.db.transaction(
      async (tx) => {
        const [row] = await tx.select().from(patients).where(eq(patients.id, patientId));
        if (!row) throw new Problem('not_found');
        return collectRecord({ kernel, tx, actor, session, request, now }, row, caseId);
      },
      { isolationLevel: 'repeatable read' },
    );
    const rows = caseId ? [] : await takenImports(kernel.db, patientId);
    const taken = await Promise.all(
      rows.map(async (row) => ({ row, name: (await contentOf(kernel, kernel.db, row)).file_name })),
    );
    const content: DossierContent = {
      kind: caseId ? 'case' : 'person',
      created_at: iso(now),
      owner: { id: account.id, name: await fullName(kernel.db, kernel.vault, account) },
      patients: [shown],
      files,
    };
    const [key = ''] = await kernel.files.newKeys(1);
    return { account, content, key, taken };
  };
  type Collected = Awaited<ReturnType<typeof collect>>;

  /** Keeps the order, and begins once it is committed. */
  const begin = async (
    { tx, now, body, request, afterCommit }: Beginning,
    { account, content, key, taken }: Collected,
  ): Promise<TakeAway> => {
    const own = await tx
      .select()
      .from(dataExports)
      .where(and(eq(dataExports.accountId, account.id), eq(dataExports.state, 'making')));
    if (own.some((row) => isMade(row, now))) throw new Problem('not_allowed_now');
    const { key: fileKey, wrapped } = await kernel.vault.newFileKey(tx, account.id);
    const [row] = await tx
      .insert(dataExports)
      .values({
        accountId: account.id,
        storageKey: key,
        fileKey: wrapped,
        createdAt: now,
        expiresAt: later(now, keptMs('take-away-files')),
        kind: body.kind,
        state: 'making',
        total: pagesOf(content),
        heardAt: now,
      })
      .returning();
    if (!row) throw new Error('The order was not kept.');
    await enqueueEmail(tx, kernel.vault, {
      to: account.email,
      locale: account.locale,
      accountId: account.id,
      template: 'data_exported',
      data: { at: dayAndTime(now, account.locale) },
    });
    const file = { key, fileKey };
    const locale = body.language;
    const base = requestOrigin(kernel.env, request) + fhirRoot;
    afterCommit(() =>
      jobs.start(row.id, (advance) =>
        body.kind === 'archive'
          ? makeArchive(kernel, drawer, { content, locale, file, base, taken }, advance)
          : makeDossier(kernel, drawer, { content, locale, file }, advance),
      ),
    );
    return { ...show(row, now), Filelocation: null, size: null };
  };

  route(app, takeAwayRoutes.takePatientAway, {
    access: inPatient('takeAway'),
    // Also after the consent to health data was withdrawn: the data is the patient's own.
    reads: true,
    prepare: ({ thePatient, ...call }: Ordering & { thePatient: PatientRow }) =>
      collect(call, { patientId: thePatient.id }),
    handler: (context) => begin(context, context.prepared),
  });

  route(app, takeAwayRoutes.takeCaseAway, {
    access: inCase('takeAway'),
    reads: true,
    prepare: ({ theCase, ...call }) => collect(call, { patientId: theCase.patientId, caseId: theCase.id }),
    handler: (context) => begin(context, context.prepared),
  });

  route(app, takeAwayRoutes.getRecordKey, { access: open(), handler: () => recordKeyOf(kernel.vault) });

  route(app, takeAwayRoutes.getTakeAway, {
    access: ownedResource(async (tx, { accountId }, id) => {
      const [row] = await tx
        .select()
        .from(dataExports)
        .where(
          and(
            eq(dataExports.id, id),
            eq(dataExports.accountId, accountId),
            ne(dataExports.kind, 'export'),
            isKept(kernel.clock.now()),
          ),
        );
      return row ? { theFile: row } : null;
    }),
    handler: async ({ tx, theFile, actor, session, request, now }) => {
      const shown = show(theFile, now);
      if (shown.state !== 'ready') return { ...shown, Filelocation: null, size: null };
      const { token } = await issueTicket(
        tx,
        { accountId: actor.accountId, sessionId: session.id },
        { kind: 'export', storageKey: theFile.storageKey },
        now,
        linkMs,
      );
      const fileKey = await kernel.vault.unwrapFileKey(tx, theFile.accountId, theFile.fileKey);
      const { size } = await kernel.files.get({ key: theFile.storageKey, fileKey });
      return {
        ...shown,
        Filelocation:
          requestOrigin(kernel.env, request) + pathOf(documentRoutes.getFile, { ticket: token, name: theFile.kind }),
        size,
      };
    },
  });
};
