import { eq } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import {
  caseEvents,
  caseFormVersions,
  documents,
  documentVersions,
  messages,
  todos,
} from '@konsil/server-domain/schema';

const authors = [
  [messages, messages.senderId],
  [todos, todos.createdBy],
  [documents, documents.uploadedBy],
  [documentVersions, documentVersions.changedBy],
  [caseFormVersions, caseFormVersions.changedBy],
  [caseEvents, caseEvents.byAccountId],
] as const;

/** True if the account wrote in cases of others, for whom it acted. Its own records are gone by then. */
export const wroteForOthers = async (tx: Tx, accountId: string): Promise<boolean> => {
  for (const [table, author] of authors) if ((await tx.$count(table, eq(author, accountId))) > 0) return true;
  return false;
};
