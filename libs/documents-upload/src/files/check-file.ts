import { maxUploadBytes } from '@konsil/contracts/codes';
import { checksumOf } from './checksum.ts';
import type { ForeignKind } from '@konsil/contracts/file-kinds';
import { nameWithExtension, isAcceptedKind, kindOfFile, type FileKind } from './file-kind.ts';
import { photoFromHeic } from './photo.ts';
import { CodeMissing } from '../workers/ask-worker.ts';

/** The reason why a file is not uploaded; the messages are `refused.<reason>` in the locales. */
export const refusals = [
  'empty',
  'tooLarge',
  'tooLargeZip',
  'tooLargePdf',
  'unsupported',
  'heic',
  'duplicate',
  'known',
  'unreadable',
  'nothing',
  'tooMany',
] as const;
export type Refusal = (typeof refusals)[number];

/** Refusals with another way to upload the same content. */
const tooLarge: Partial<Record<FileKind, Refusal>> = { zip: 'tooLargeZip', pdf: 'tooLargePdf' };

export interface AcceptedFile {
  file: File;
  /** Hex; null where the browser has no crypto API (pages without https). */
  sha256: string | null;
}
/** `kind`: the detected other file type; the message is `foreign.<kind>`. */
export type FileCheck = AcceptedFile | { refusal: Refusal; kind?: ForeignKind };

/**
 * Checks a file before the upload. `known` holds the checksums of the case's documents; `onConverting` is called when a
 * photo is converted to JPEG, which takes a while. Throws a `CodeMissing` while the converter cannot be fetched.
 */
export const checkFile = async (
  picked: File,
  known: ReadonlySet<string>,
  onConverting: () => void,
): Promise<FileCheck> => {
  if (picked.size === 0) return { refusal: 'empty' };
  try {
    const kind = await kindOfFile(picked);
    if (!kind) return { refusal: 'unsupported' };
    if (kind === 'heic') onConverting();
    else if (!isAcceptedKind(kind)) return { refusal: 'unsupported', kind };
    const file = kind === 'heic' ? await photoFromHeic(picked) : named(picked, nameWithExtension(picked.name, kind));
    if (!file) return { refusal: 'heic' };
    if (file.size > maxUploadBytes) return { refusal: tooLarge[kind] ?? 'tooLarge' };
    const sha256 = await checksumOf(file);
    return sha256 && known.has(sha256) ? { refusal: 'duplicate' } : { file, sha256 };
  } catch (error) {
    if (error instanceof CodeMissing) throw error;
    // A moved file, or one in a cloud folder that is not downloaded, cannot be read.
    return { refusal: 'unreadable' };
  }
};

const named = (file: File, name: string) => (file.name === name ? file : new File([file], name, { type: file.type }));
