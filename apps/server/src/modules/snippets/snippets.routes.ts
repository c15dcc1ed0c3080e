import { searchRoutes as contracts, type Snippet } from '@konsil/contracts/search';
import { asc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { snippets } from '../../db/schema';
import { signedIn } from '../../kernel/addresses.ts';
import { route } from '../../kernel/route.ts';
import type { Work } from '../../kernel/work.ts';

type Words = Pick<Snippet, 'title' | 'text'>;

const listSnippets = async ({ kernel: { vault }, tx, actor }: Work): Promise<Snippet[]> => {
  const rows = await tx.select().from(snippets).where(eq(snippets.doctorId, actor.accountId)).orderBy(asc(snippets.position));
  return Promise.all(rows.map(async (row) => ({ id: row.id, ...(await vault.open<Words>(tx, actor.accountId, row.sealed)) })));
};

/** Replaces the whole list: its order is part of what was saved. */
const saveSnippets = async (work: Work, list: readonly Words[]): Promise<Snippet[]> => {
  const { kernel: { vault }, tx, actor } = work;
  await tx.delete(snippets).where(eq(snippets.doctorId, actor.accountId));
  const rows = await Promise.all(list.map(async ({ title, text }, position) => ({ doctorId: actor.accountId, position, sealed: await vault.seal(tx, actor.accountId, { title, text }) })));
  if (rows.length > 0) await tx.insert(snippets).values(rows);
  return listSnippets(work);
};

/** A doctor's text snippets. */
export const snippetRoutes = (app: FastifyInstance): void => {
  const { kernel } = app;
  route(app, contracts.listSnippets, { access: signedIn('doctor'), handler: (call) => listSnippets({ kernel, ...call }) });
  route(app, contracts.saveSnippets, { access: signedIn('doctor'), handler: ({ body, ...call }) => saveSnippets({ kernel, ...call }, body) });
};
