import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, stat } from 'node:fs/promises';
import { pipeline as pipelineWith, Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { deriveKey } from '@konsil/server-platform/keys/crypto';
import type { MasterKeys } from '@konsil/server-platform/keys/keys';
import { OperatorError } from '@konsil/server-consultation/doctors/invitations';
import type { StorageMark } from '@konsil/server-storage/mark';
import { inChunks, openStream, plainSize, sealStream, type ObjectKey } from '@konsil/server-storage/chunk-cipher';
import type { BackupLogs } from './backup-logs.ts';

const magic = Buffer.from('KONSIL-BACKUP-1\n');
const headBytes = magic.length + 4;

export interface BackupHead {
  kind: 'head';
  made_at: string;
  migrations: string;
  installation: Pick<StorageMark, 'id'> & { prefix: string };
  /** Stored files were not copied (`BACKUP_FILES=0`). */
  files?: 'in_storage';
  /** The rows that are in files of their own, written once (backup-logs.ts). */
  logs?: BackupLogs;
}
/** The content of a line: the backup's header, some rows of a table, or the end. */
export type BackupLine = BackupHead | { kind: 'rows'; table: string; rows: string[] } | { kind: 'end'; lines: number };

const keyOf = (masters: MasterKeys, version: number, name: string): ObjectKey => {
  const master = masters.all.find((candidate) => candidate.version === version);
  if (!master)
    throw new OperatorError('This backup was sealed with another KONSIL_SECRET; give it in KONSIL_PREVIOUS_SECRETS.');
  return { id: name, key: deriveKey(master.key, `backup ${name}`) };
};
/** Pipes a source through a transform; an error of the source is passed on. */
const through = (source: AsyncIterable<unknown>, transform: Transform): AsyncIterable<Buffer> => {
  pipelineWith(Readable.from(source), transform, () => undefined);
  return transform;
};
const nameIn = (path: string): string => path.split('/').at(-1) ?? path;

/** Writes lines compressed and encrypted; the file gets its final name only once it is complete and synced. */
export const writeBackupFile = async (
  path: string,
  masters: MasterKeys,
  lines: AsyncIterable<BackupLine>,
): Promise<void> => {
  const unfinished = `${path}.unfinished`;
  const head = Buffer.alloc(headBytes);
  magic.copy(head);
  head.writeUInt32BE(masters.current.version, magic.length);
  async function* texts() {
    let count = 0;
    for await (const line of lines) {
      count += 1;
      yield `${JSON.stringify(line)}\n`;
    }
    yield `${JSON.stringify({ kind: 'end', lines: count } satisfies BackupLine)}\n`;
  }
  async function* bytes() {
    yield head;
    yield* sealStream(keyOf(masters, masters.current.version, nameIn(path)), inChunks(through(texts(), createGzip())));
  }
  await pipeline(bytes, createWriteStream(unfinished, { mode: 0o600, flush: true }));
  await rename(unfinished, path);
};

async function* linesIn(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  for await (const piece of pieces) {
    let from = 0;
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
      yield Buffer.concat([...parts, piece.subarray(from, end)]).toString('utf8');
      parts = [];
      from = end + 1;
    }
    parts.push(piece.subarray(from));
  }
}

/** @throws {OperatorError} if it is not a backup */
const masterVersionOf = async (path: string): Promise<number> => {
  const handle = await open(path, 'r').catch(() => {
    throw new OperatorError(`${path} cannot be read.`);
  });
  const head = Buffer.alloc(headBytes);
  await handle.read(head, 0, headBytes, 0).finally(() => handle.close());
  if (!head.subarray(0, magic.length).equals(magic)) throw new OperatorError(`${path} is no backup of Konsil.`);
  return head.readUInt32BE(magic.length);
};
/** True if a file was sealed with the current secret: a later restore may have no earlier one any more. */
export const isSealedAnew = async (path: string, { current }: MasterKeys): Promise<boolean> =>
  (await masterVersionOf(path).catch(() => undefined)) === current.version;

/**
 * The lines of a backup, in order.
 * @throws {OperatorError} if it is not a backup or its secret is unknown; an error if a byte was changed or the end is
 * missing.
 */
export async function* readBackupFile(path: string, masters: MasterKeys): AsyncGenerator<BackupLine> {
  const key = keyOf(masters, await masterVersionOf(path), nameIn(path));
  const size = plainSize((await stat(path)).size - headBytes, key.id);
  const plain = openStream(key, size, { start: 0, end: size }, ({ start, end }) =>
    createReadStream(path, { start: headBytes + start, end: headBytes + end - 1 }),
  );
  let seen = 0;
  for await (const text of linesIn(through(plain, createGunzip()))) {
    const line = JSON.parse(text) as BackupLine;
    if (line.kind === 'end') {
      if (line.lines === seen) return;
      break;
    }
    seen += 1;
    yield line;
  }
  throw new OperatorError(`${path} is not whole.`);
}
