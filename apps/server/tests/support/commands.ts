import { Readable } from 'node:stream';
import { importPieces, imports } from '@konsil/server-domain/schema';
import { importedRecord } from '@konsil/server-domain/sealed/imported-record';
import { openFileStore } from '@konsil/server-storage/open-store';
import type { TestApp } from './app.ts';
import type { Installation } from '../../src/cli/command.ts';
import { runCommand } from '../../src/cli/run.ts';

export const secret = 'b9Qw4nLr2TzYc7Kd1HsBf5Mx8PgJa3Ue';
export const called = 'node konsil.mjs';
const installationOf = ({ kernel, env, clock }: TestApp): Installation => ({
  ...kernel,
  env,
  clock,
  files: openFileStore(env),
  close: async () => undefined,
});
/** Runs an operator's command against a test server. */
export const runKonsil = async (line: string | string[], test: TestApp) => {
  const lines: string[] = [];
  const code = await runCommand(
    typeof line === 'string' ? line.split(' ').filter(Boolean) : line,
    async () => installationOf(test),
    { called, say: (text) => lines.push(text), complain: (text) => lines.push(text) },
  );
  return { code, text: lines.join('\n') };
};
/** A stored archive of one piece, as a person took it over. */
export const anArchiveTakenOver = async ({ kernel, clock }: TestApp, accountId: string, patientId: string) => {
  const { db, vault, files } = kernel;
  const bytes = Buffer.from('PK of another installation');
  const { key: fileKey, wrapped } = await vault.newFileKey(db, patientId);
  const { key } = await files.put(Readable.from([bytes]), fileKey);
  const sealed = await vault.seal(db, patientId, importedRecord, { file_name: 'akte.zip', content: null });
  const [row] = await db
    .insert(imports)
    .values({ accountId, patientId, size: bytes.length, fileKey: wrapped, sealed, takenAt: clock.now() })
    .returning();
  const id = row?.id ?? '';
  await db.insert(importPieces).values({ importId: id, position: 0, storageKey: key, size: bytes.length });
  return { id, key };
};
