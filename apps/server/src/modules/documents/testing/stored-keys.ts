import { isNull } from 'drizzle-orm';
import { documents } from '../../../db/schema';
import type { TestApp } from '../../../testing/app.ts';

/** What is stored once previews are made: they come a moment later. */
export const keysIn = async ({ kernel: { db, files } }: TestApp): Promise<string[]> => {
  for (let tries = 0; tries < 300 && (await db.$count(documents, isNull(documents.preparedAt))) > 0; tries += 1) await new Promise((resolve) => setTimeout(resolve, 100));
  const keys = [];
  for await (const { key } of files.objects.list()) keys.push(key);
  return keys;
};
