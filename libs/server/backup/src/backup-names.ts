import { join } from 'node:path';

const name = /^konsil-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z\.(?:data|keys|anchors)(?:\.unfinished)?$/;

/** Where the rows of a backup of that moment lie. */
export const dataFileOf = (folder: string, madeAt: Date): string => join(folder, `konsil-${stampOf(madeAt)}.data`);
/** A moment as a part of a file's name. */
export const stampOf = (moment: Date): string => moment.toISOString().replace(/[:.]/g, '-');
/** Whether a backup is whole shows in the file of its rows: it is written last. */
export const holdsRows = (file: string): boolean => file.endsWith('.data');
/** The file of the data keys that belongs to a file of rows. */
export const keysBeside = (path: string): string => path.replace(/\.data$/, '.keys');
/** The anchors of the access log that belong to a file of rows. */
export const anchorsBeside = (path: string): string => path.replace(/\.data$/, '.anchors');
/** When the backup was made that a file of this name is a part of, be it an unfinished one; undefined for other files. */
export const madeAtOf = (file: string): Date | undefined => {
  const [, day, hours, minutes, seconds, ms] = name.exec(file) ?? [];
  return day ? new Date(`${day}T${hours}:${minutes}:${seconds}.${ms}Z`) : undefined;
};
