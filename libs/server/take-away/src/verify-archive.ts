import { createHash } from 'node:crypto';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import * as z from 'zod/mini';
import { recordKeySchema } from '@konsil/contracts/take-away';
import { isSigned } from './record-key.ts';
import { archiveFormat, archiveVersion } from './record-archive.ts';

const manifestSchema = z.object({
  format: z.literal(archiveFormat),
  version: z.literal(archiveVersion),
  created_at: z.iso.datetime(),
  files: z.array(z.object({ path: z.string(), size: z.int(), sha256: z.string() })),
  left_out: z.array(z.string()),
});
const signatureSchema = z.object({
  algorithm: z.literal('Ed25519'),
  key: recordKeySchema,
  signature: z.string(),
});
const mostText = 16 * 1024 * 1024;
const ownMembers = ['manifest.json', 'signature.json'];

/** The result of a check of an archive; `faults` is empty if it is as it was signed. */
export interface ArchiveVerdict {
  faults: string[];
  files: number;
  createdAt: string;
  /** The thumbprint of the key that signed it. */
  keyId: string;
}
interface CheckedMembers {
  faults: string[];
  manifest: z.infer<typeof manifestSchema>;
  manifestSha256: string;
  keyId: string;
}

/** The file is not an archive of Konsil, or is of an unknown version. */
export class NoArchive extends Error {}

const read = async (zip: ZipFile, entry: Entry, take: (piece: Buffer) => void): Promise<void> => {
  for await (const piece of await zip.openReadStreamPromise(entry)) take(piece as Buffer);
};
const textOf = async (zip: ZipFile, entry: Entry | undefined, name: string): Promise<Buffer> => {
  if (!entry) throw new NoArchive(`${name} is missing: this is no archive of Konsil.`);
  if (entry.uncompressedSize > mostText) throw new NoArchive(`${name} is too large.`);
  const pieces: Buffer[] = [];
  await read(zip, entry, (piece) => pieces.push(piece));
  return Buffer.concat(pieces);
};

/** The JSON of a member. @throws {Error} if it is missing, too large or of another form */
export const jsonOf = async <S extends z.ZodMiniType>(
  zip: ZipFile,
  members: ReadonlyMap<string, Entry>,
  name: string,
  schema: S,
): Promise<z.output<S>> => parse(schema, await textOf(zip, members.get(name), name), name);

const parse = <S extends z.ZodMiniType>(schema: S, bytes: Buffer, name: string): z.output<S> => {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    // Stops at the first fault: parsing keeps all of them, and millions of empty entries would fill the memory.
    if (!z.validate(schema, value)) throw new Error('The form differs.');
    return z.parse(schema, value);
  } catch {
    throw new NoArchive(`${name} cannot be understood.`);
  }
};

/**
 * Checks the members of an archive against its manifest and signature, one after the other.
 * @throws {Error} if it is no such archive
 */
export const checkMembers = async (zip: ZipFile, members: ReadonlyMap<string, Entry>): Promise<CheckedMembers> => {
  const faults: string[] = [];
  const manifestBytes = await textOf(zip, members.get('manifest.json'), 'manifest.json');
  const manifest = parse(manifestSchema, manifestBytes, 'manifest.json');
  const signatureBytes = await textOf(zip, members.get('signature.json'), 'signature.json');
  const signature = parse(signatureSchema, signatureBytes, 'signature.json');
  if (!isSigned(signature, manifestBytes)) faults.push('The signature does not match the manifest.');
  const listed = new Set<string>();
  for (const { path: name, size, sha256 } of manifest.files) {
    // Each member is read once: a manifest could list a large one a hundred thousand times.
    if (listed.has(name)) {
      faults.push(`${name} is listed twice.`);
      continue;
    }
    listed.add(name);
    const entry = members.get(name);
    if (!entry) {
      faults.push(`${name} is missing.`);
      continue;
    }
    const hash = createHash('sha256');
    let counted = 0;
    await read(zip, entry, (piece) => {
      hash.update(piece);
      counted += piece.length;
    });
    if (counted !== size || hash.digest('hex') !== sha256) faults.push(`${name} was changed.`);
  }
  for (const name of ownMembers) listed.add(name);
  for (const name of members.keys()) if (!listed.has(name)) faults.push(`${name} was added.`);
  const manifestSha256 = createHash('sha256').update(manifestBytes).digest('hex');
  return { faults, manifest, manifestSha256, keyId: signature.key.kid };
};

/**
 * Checks an archive against its manifest and signature, member by member.
 * @throws {Error} if it is no such archive
 */
export const verifyArchive = async (path: string): Promise<ArchiveVerdict> => {
  const zip = await openPromise(path, { autoClose: false });
  try {
    const members = new Map<string, Entry>();
    const doubled: string[] = [];
    for await (const entry of zip.eachEntry()) {
      if (members.has(entry.fileName)) doubled.push(`${entry.fileName} is there twice.`);
      members.set(entry.fileName, entry);
    }
    const { faults, manifest, keyId } = await checkMembers(zip, members);
    return {
      faults: [...doubled, ...faults],
      files: manifest.files.length,
      createdAt: manifest.created_at,
      keyId,
    };
  } finally {
    zip.close();
  }
};
