import { isPhoto } from '@konsil/server-dicom/file-type';
import type { CollectedFile } from './exported-data.ts';

export type FileToExport = CollectedFile & { owner: string };

export const folderName = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'case';

/** Unique names within the ZIP. */
export const uniquePaths = () => {
  const used = new Set<string>();
  return (folder: string, name: string): string => {
    const [, stem = name, extension = ''] = /^(.*?)(\.\w+)?$/s.exec(name) ?? [];
    let path = `${folder}/${name}`;
    for (let n = 2; used.has(path.toLowerCase()); n += 1) path = `${folder}/${stem} (${n})${extension}`;
    used.add(path.toLowerCase());
    return path;
  };
};

/** The user's own files as uploaded; photos of the other side as their view copy, without location. */
export const keyToExport = ({ row, owner }: FileToExport): string | null => {
  if (row.scanState !== 'ready') return null;
  return row.uploadedBy !== owner && isPhoto(row.contentType) ? row.viewKey : row.storageKey;
};
