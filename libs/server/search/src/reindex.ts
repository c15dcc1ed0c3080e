import { and, arrayContains, asc, eq, gt, not, type SQL } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '@konsil/server-platform/database/client';
import { cases, doctorLetters, documents, messages, patients, todos } from '@konsil/server-domain/schema';
import { minuteMs, secondMs } from '@konsil/server-platform/clock';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { Repeating } from '@konsil/server-platform/repeating';
import type { Vault } from '@konsil/server-platform/keys/vault';
import { caseSearch, openCase, searchInCase } from '@konsil/server-domain/cases/case-texts';
import { documentSearch } from '@konsil/server-documents/document-search';
import { patientOf, patientSearch } from '@konsil/server-domain/patients/patient-record';
import { indexVersion } from '@konsil/server-domain/search/search-words';
import { letterSearch } from '@konsil/server-consultation/letter-content/keep-letter';
import { doctorLetter } from '@konsil/server-domain/sealed/doctor-letter';
import { documentSecrets } from '@konsil/server-domain/sealed/document';
import { messageTexts } from '@konsil/server-domain/sealed/message';
import { todoTexts } from '@konsil/server-domain/sealed/todo';
import { withoutWords } from './unreadable.ts';

type Indexed =
  | typeof patients
  | typeof cases
  | typeof documents
  | typeof messages
  | typeof todos
  | typeof doctorLetters;
const batch = 25;

const caseOf = async (tx: Tx, id: string) => {
  const [row] = await tx.select().from(cases).where(eq(cases.id, id));
  if (!row) throw new Error('A case is missing.');
  return row;
};
const tables: { table: Indexed; hashes: (tx: Tx, vault: Vault, id: string) => Promise<string[]> }[] = [
  {
    table: patients,
    hashes: async (tx, vault, id) => patientSearch(vault, await patientOf(tx, vault, id)),
  },
  {
    table: cases,
    hashes: async (tx, vault, id) => {
      const row = await caseOf(tx, id);
      return caseSearch(vault, (await openCase(tx, vault, row)).case_name, await patientOf(tx, vault, row.patientId));
    },
  },
  {
    table: documents,
    hashes: async (tx, vault, id) => {
      const [row] = await tx
        .select({ patientId: documents.patientId, sealed: documents.sealed })
        .from(documents)
        .where(eq(documents.id, id));
      if (!row) throw new Error('A document is missing.');
      return documentSearch(vault, await vault.open(tx, row.patientId, documentSecrets, row.sealed));
    },
  },
  {
    table: messages,
    hashes: async (tx, vault, id) => {
      const [row] = await tx.select().from(messages).where(eq(messages.id, id));
      if (!row) throw new Error('A message is missing.');
      const { subject, message } = await vault.open(tx, row.patientId, messageTexts, row.sealed);
      return searchInCase(tx, vault, await caseOf(tx, row.caseId), subject, message);
    },
  },
  {
    table: todos,
    hashes: async (tx, vault, id) => {
      const [row] = await tx.select().from(todos).where(eq(todos.id, id));
      if (!row) throw new Error('A ToDo is missing.');
      const { title, content } = await vault.open(tx, row.patientId, todoTexts, row.sealed);
      return searchInCase(tx, vault, await caseOf(tx, row.caseId), title, content);
    },
  },
  {
    table: doctorLetters,
    hashes: async (tx, vault, id) => {
      const [row] = await tx.select().from(doctorLetters).where(eq(doctorLetters.id, id));
      if (!row) throw new Error('A letter is missing.');
      return letterSearch(vault, await vault.open(tx, row.doctorId, doctorLetter, row.sealed));
    },
  },
];
const isOld = (table: Indexed): SQL => not(arrayContains(table.search, [indexVersion]));

/**
 * Rebuilds the hashes of rows with an earlier index version, in small transactions; progress survives a stop. Several
 * processes share the work. @returns whether older rows may be left
 */
export const reindexOldRows = async (
  { db, vault, log }: Pick<Kernel, 'db' | 'vault' | 'log'>,
  isStopped = () => false,
): Promise<boolean> => {
  let done = 0;
  for (const { table, hashes } of tables) {
    let after: string | undefined;
    for (;;) {
      if (isStopped()) return true;
      const last = await db.transaction(async (tx) => {
        const rows = await tx
          .select({ id: table.id })
          .from(table)
          .where(and(isOld(table), after === undefined ? undefined : gt(table.id, after)))
          .orderBy(asc(table.id))
          .limit(batch)
          .for('no key update', { skipLocked: true });
        for (const { id } of rows) {
          const search = await hashes(tx, vault, id).catch(withoutWords({ log }, id, [indexVersion]));
          await tx.update(table).set({ search }).where(eq(table.id, id));
        }
        done += rows.length;
        return rows.at(-1)?.id;
      });
      if (last === undefined) break;
      after = last;
    }
  }
  if (done > 0) log.info({ rows: done }, 'the search index was brought to its present version');
  for (const { table } of tables)
    if ((await db.select({ id: table.id }).from(table).where(isOld(table)).limit(1)).length > 0) return true;
  return false;
};

/** Updates the search index to the current version in the background; searches find old rows meanwhile. */
export const reindexModule = (app: FastifyInstance): void => {
  const { kernel } = app;
  const work = new Repeating(kernel, 'the search index waits');
  let stopped = false;
  let running: Promise<void> | undefined;
  const attempt = (): Promise<void> => {
    running = reindexOldRows(kernel, () => stopped)
      .catch((failure: unknown) => {
        kernel.log.warn({ failure }, 'the search index waits');
        return true;
      })
      .then((left) => {
        if (left && !stopped) work.after(minuteMs, attempt);
      });
    return running;
  };
  app.addHook('onReady', async () => work.after(5 * secondMs, attempt));
  app.addHook('onClose', async () => {
    stopped = true;
    work.stop();
    await running;
  });
};
