import { fileKindOf, headBytes, type FileKind, type TakenKind } from '@konsil/contracts/file-kinds';

/** What a stored file is, told from its content alone. */
export const fileTypes = [
  'image/jpeg',
  'image/png',
  'application/pdf',
  'application/dicom',
  'application/zip',
] as const;
export type FileType = (typeof fileTypes)[number];

/** As many bytes from the beginning as `fileTypeOf` wants to see. */
export const sniffedBytes = headBytes;

const typeOfKind: Record<TakenKind, FileType> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
  dcm: 'application/dicom',
  zip: 'application/zip',
};
const isTaken = (kind: FileKind): kind is TakenKind => Object.hasOwn(typeOfKind, kind);

/**
 * The type of a file from its first bytes. Signatures must stand at the very beginning:
 * formats that allow something before them are how one file pretends to be two.
 */
export const fileTypeOf = (head: Buffer): FileType | null => {
  const kind = fileKindOf(head);
  return kind && isTaken(kind) ? typeOfKind[kind] : null;
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
// Control and format characters (RTL marks and the like) and what some system reads as part of a path.
const unsafe = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]/gu;

/** The name a file is kept and shown under: one readable line, with the extension of what it really is. */
export const safeFileName = (given: string | undefined, type: FileType): string => {
  const last = (given ?? '').normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const name = last.replace(unsafe, ' ').replace(/\s+/g, ' ').trim();
  const fitting = extensions[type].find((extension) => name.toLowerCase().endsWith(`.${extension}`));
  const stem = (fitting ? name.slice(0, -fitting.length - 1) : name).replace(/^[. ]+|[. ]+$/g, '');
  return `${[...stem].slice(0, longest).join('') || 'file'}.${fitting ?? extensions[type][0]}`;
};
