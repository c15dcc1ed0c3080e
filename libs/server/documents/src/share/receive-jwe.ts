import { maxShareFileBytes } from '@konsil/contracts/shares';
import type { FastifyRequest } from 'fastify';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { invalid, Problem } from '@konsil/server-platform/http/problems';
import type { StoredFile } from '@konsil/server-storage/file-store';
import { asProblem, drain } from '../upload/receive-files.ts';

// A header of ours takes 80 characters.
const longestHeader = 1024;

/** True if a text begins as a JWE that is encrypted directly with the link's key: nothing readable is ever stored. */
const isSealed = (start: string): boolean => {
  const [, header, key] = /^([\w-]+)\.([\w-]*)\./.exec(start) ?? [];
  if (header === undefined || key !== '') return false;
  try {
    const { alg, enc } = JSON.parse(Buffer.from(header, 'base64url').toString('utf8')) as Record<string, unknown>;
    return alg === 'dir' && enc === 'A256GCM';
  } catch {
    return false;
  }
};

/** Passes a JWE on; ends with a problem if the bytes are no JWE, or too many. */
export async function* sealedPieces(file: AsyncIterable<Buffer> & { truncated?: boolean }): AsyncGenerator<Buffer> {
  const head: Buffer[] = [];
  let seen = 0;
  let known = false;
  for await (const piece of file) {
    if (!known) {
      head.push(piece);
      seen += piece.length;
      const start = Buffer.concat(head).subarray(0, longestHeader).toString('latin1');
      if (!isSealed(start)) {
        if (seen < longestHeader) continue;
        break;
      }
      known = true;
      yield Buffer.concat(head);
    } else yield piece;
  }
  if (!known) throw new Problem('unsupported_type', { errors: [{ path: 'File', code: 'invalid' }] });
  if (file.truncated) throw new Problem('too_large', { errors: [{ path: 'File', code: 'fileTooLarge' }] });
}

/**
 * Receives one encrypted file of a form as a stream, and stores it under a key of its own.
 * @throws {Problem}
 */
export const receiveSealedFile = async (
  kernel: Kernel,
  request: FastifyRequest,
  patientId: string,
): Promise<{ stored: StoredFile; wrapped: Buffer }> => {
  try {
    const part = await request.file({
      limits: { fileSize: maxShareFileBytes, files: 1, fields: 0, parts: 1, fieldNameSize: 100, headerPairs: 50 },
      throwFileSizeLimit: false,
    } as Parameters<typeof request.file>[0]);
    if (part?.fieldname !== 'File') throw invalid({ path: 'File', code: 'fileMissing' });
    const { key, wrapped } = await kernel.vault.newFileKey(kernel.db, patientId);
    const stored = await kernel.files.put(sealedPieces(part.file), key);
    return { stored, wrapped };
  } catch (error) {
    await drain(request);
    if (error instanceof Problem || !String((error as { code?: unknown }).code).startsWith('FST_')) throw error;
    throw asProblem(error);
  }
};
