import type { saveSnippetsSchema, Snippet } from '@konsil/contracts/search';
import { asc, eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { snippets } from '@konsil/server-domain/schema';
import type { Work } from '@konsil/server-domain/kernel/work';
import { snippetTexts, type SnippetTexts } from '@konsil/server-domain/sealed/snippet';

/** A doctor's text snippets in their order. */
export const listSnippets = async ({ tx, actor, kernel: { vault } }: Work): Promise<Snippet[]> => {
  const rows = await tx
    .select()
    .from(snippets)
    .where(eq(snippets.doctorId, actor.accountId))
    .orderBy(asc(snippets.position));
  return Promise.all(
    rows.map(async (row) => ({ id: row.id, ...(await vault.open(tx, actor.accountId, snippetTexts, row.sealed)) })),
  );
};

/** Replaces all snippets; existing ones keep their ids. */
export const saveSnippets = async (work: Work, wanted: z.output<typeof saveSnippetsSchema>): Promise<Snippet[]> => {
  const {
    tx,
    actor,
    kernel: { vault },
  } = work;
  const known = new Set(
    (await tx.delete(snippets).where(eq(snippets.doctorId, actor.accountId)).returning({ id: snippets.id })).map(
      (row) => row.id,
    ),
  );
  const rows = await Promise.all(
    wanted.map(async ({ id, title, text }, position) => ({
      // `delete` returns whether it existed: a second one with the same id is a new snippet.
      id: id !== undefined && known.delete(id) ? id : randomUUID(),
      doctorId: actor.accountId,
      position,
      sealed: await vault.seal(tx, actor.accountId, snippetTexts, { title, text } satisfies SnippetTexts),
    })),
  );
  if (rows.length > 0) await tx.insert(snippets).values(rows);
  return listSnippets(work);
};
