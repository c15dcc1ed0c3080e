import { and, desc, eq, isNotNull, notInArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { secondMs } from '@konsil/server-platform/clock';
import type { Tx } from '@konsil/server-platform/database/client';
import { Rounds } from '@konsil/server-platform/rounds';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { cases, searchTexts } from '@konsil/server-domain/schema';
import { indexVersion, textIndex } from '@konsil/server-domain/search/search-words';
import { textReaders } from '@konsil/server-domain/search/text-readers';
import { textSources, type TextKind } from './text-sources.ts';
import { withoutWords } from './unreadable.ts';

const batch = 25;
const everyMs = 3 * secondMs;

type Indexing = Pick<Kernel, 'vault' | 'log'>;
type Waiting = { id: string; kind: string; refId: string; readers: string[] };
const kindOf = ({ kind }: Waiting): TextKind => kind as TextKind;

/** The hashes of some texts by their id; none for a text that is gone. */
const hashesOf = async (tx: Tx, { vault, log }: Indexing, kind: TextKind, ids: readonly string[]) => {
  const found = new Map<string, string[]>();
  for (const { id, open } of await textSources[kind](tx, vault, ids)) {
    const parts = await open().catch(withoutWords({ log }, id, []));
    const texts = parts.map(({ text }) => text);
    found.set(id, textIndex(vault, texts));
  }
  return found;
};

/**
 * Indexes the texts of cases that are new or changed, the newest first, in small transactions. Several processes share
 * the work; a stopped one loses nothing.
 * @returns how many were indexed
 */
export const indexTexts = async (
  { db, vault, log }: Pick<Kernel, 'db'> & Indexing,
  isStopped = () => false,
): Promise<number> => {
  for (let done = 0; ; ) {
    if (isStopped()) return done;
    const taken = await db.transaction(async (tx) => {
      const rows: Waiting[] = await tx
        .select({ id: searchTexts.id, kind: searchTexts.kind, refId: searchTexts.refId, readers: textReaders })
        .from(searchTexts)
        .innerJoin(cases, eq(cases.id, searchTexts.caseId))
        .where(and(isNotNull(searchTexts.staleSince), notInArray(searchTexts.kind, ['pdf', 'page'])))
        .orderBy(desc(searchTexts.staleSince))
        .limit(batch)
        // Texts and cases, without waiting for either: a case that is being changed has its turn in a later round.
        .for('no key update', { skipLocked: true });
      for (const kind of new Set(rows.map(kindOf))) {
        const own = rows.filter((row) => kindOf(row) === kind);
        const hashes = await hashesOf(
          tx,
          { vault, log },
          kind,
          own.map(({ refId }) => refId),
        );
        for (const { id, refId, readers } of own)
          await tx
            .update(searchTexts)
            .set({ search: hashes.get(refId) ?? [indexVersion], readers, staleSince: null })
            .where(eq(searchTexts.id, id));
      }
      return rows.length;
    });
    if (taken === 0) return done;
    done += taken;
  }
};

/** Indexes new and changed texts in the background; a migration marks all texts of an earlier version. */
export const textIndexModule = (app: FastifyInstance): void => {
  const work = new Rounds(app.kernel, 'texts wait to be indexed', (isStopped) => indexTexts(app.kernel, isStopped));
  app.addHook('onReady', async () => work.start(everyMs));
  app.addHook('onClose', () => work.stop());
};
