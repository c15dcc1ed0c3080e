import { maxUploadBytes } from '@konsil/contracts/codes';
import { checksumOf } from './checksum.ts';
import type { ForeignKind } from '@konsil/contracts/file-kinds';
import { fittingName, isTaken, kindOfFile, type FileKind } from './file-kind.ts';
import { photoFromHeic } from './photo.ts';
import { CodeMissing } from '../workers/ask-worker.ts';

/** Why a file is not even sent; the words are `refused.<reason>` in the locales. */
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

/** Where there is another way to bring the same in. */
const tooLarge: Partial<Record<FileKind, Refusal>> = { zip: 'tooLargeZip', pdf: 'tooLargePdf' };

export interface AcceptedFile {
  file: File;
  /** Hex; null where the browser offers no checksums (pages without https). */
  sha256: string | null;
}
/** `kind`: what the file is instead, told with what to do; the words are `foreign.<kind>`. */
export type FileCheck = AcceptedFile | { refusal: Refusal; kind?: ForeignKind };

/**
 * Looks at a file before it is sent. `known` holds the checksums of what the case already has;
 * `onConverting` hears that a photo is turned into a JPEG, which takes a while. Throws a `CodeMissing` while what converts it cannot be fetched.
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
    else if (!isTaken(kind)) return { refusal: 'unsupported', kind };
    const file = kind === 'heic' ? await photoFromHeic(picked) : named(picked, fittingName(picked.name, kind));
    if (!file) return { refusal: 'heic' };
    if (file.size > maxUploadBytes) return { refusal: tooLarge[kind] ?? 'tooLarge' };
    const sha256 = await checksumOf(file);
    return sha256 && known.has(sha256) ? { refusal: 'duplicate' } : { file, sha256 };
  } catch (error) {
    if (error instanceof CodeMissing) throw error;
    // A file that was moved, or that lies in a cloud folder and is not there, cannot be read.
    return { refusal: 'unreadable' };
  }
};

const named = (file: File, name: string) => (file.name === name ? file : new File([file], name, { type: file.type }));
