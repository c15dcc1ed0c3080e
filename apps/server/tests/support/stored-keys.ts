import { isNull } from 'drizzle-orm';
import { documents } from '@konsil/server-domain/schema';
import type { TestApp } from './app.ts';
import { waitUntil } from '@konsil/server-testing/until';

// Previews are made at a low priority, and all tests together keep the machine busy.
const previewsMs = 240_000;

/** Waits until every document has its preview. */
export const waitForPreviews = ({ kernel: { db } }: TestApp): Promise<void> =>
  waitUntil(async () => (await db.$count(documents, isNull(documents.preparedAt))) === 0, previewsMs);

/** The stored keys after all previews are made. */
export const storedKeysAfterPreviews = async (house: TestApp): Promise<string[]> => {
  await waitForPreviews(house);
  const keys = [];
  for await (const { key } of house.kernel.files.objects.list()) keys.push(key);
  return keys;
};
