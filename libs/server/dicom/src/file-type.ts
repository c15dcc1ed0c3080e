import { fileKindOf, headBytes, type FileKind, type TakenKind } from '@konsil/contracts/file-kinds';

/** The type of a stored file, by content alone. */
export const fileTypes = [
  'image/jpeg',
  'image/png',
  'application/pdf',
  'application/dicom',
  'application/zip',
] as const;
export type FileType = (typeof fileTypes)[number];

/** Number of leading bytes that `fileTypeOf` needs. */
export const sniffedBytes = headBytes;

const typeOfKind: Record<TakenKind, FileType> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
  dcm: 'application/dicom',
  zip: 'application/zip',
};
const isAcceptedKind = (kind: FileKind): kind is TakenKind => Object.hasOwn(typeOfKind, kind);

/**
 * The type of a file by its first bytes. Signatures must be at the very beginning: formats that allow leading data
 * enable polyglots.
 */
export const fileTypeOf = (head: Buffer): FileType | null => {
  const kind = fileKindOf(head);
  return kind && isAcceptedKind(kind) ? typeOfKind[kind] : null;
};

const extensions: Record<FileType, readonly [string, ...string[]]> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'application/pdf': ['pdf'],
  'application/dicom': ['dcm'],
  'application/zip': ['zip'],
};

export const isPhoto = (type: string): boolean => type === 'image/jpeg' || type === 'image/png';
export const isDicomType = (type: string): boolean => type === 'application/dicom' || type === 'application/zip';

const longest = 150;
// Control and format characters (such as direction marks) and characters that some system treats as part of a path.
const unsafe = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]/gu;

/** The stored and displayed name: one readable line, with the extension of the actual type. */
export const safeFileName = (given: string | undefined, type: FileType): string => {
  const last = (given ?? '').normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const name = last.replace(unsafe, ' ').replace(/\s+/g, ' ').trim();
  const fitting = extensions[type].find((extension) => name.toLowerCase().endsWith(`.${extension}`));
  const stem = (fitting ? name.slice(0, -fitting.length - 1) : name).replace(/^[. ]+|[. ]+$/g, '');
  return `${[...stem].slice(0, longest).join('') || 'file'}.${fitting ?? extensions[type][0]}`;
};
