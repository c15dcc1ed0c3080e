import { join } from 'node:path';

const name = /^konsil-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z\.data$/;

/** Where the rows of a backup of that moment lie. */
export const dataFileOf = (folder: string, madeAt: Date): string => join(folder, `konsil-${stampOf(madeAt)}.data`);
/** A moment as a part of a file's name. */
export const stampOf = (moment: Date): string => moment.toISOString().replace(/[:.]/g, '-');
/** The file of the data keys that belongs to a file of rows. */
export const keysBeside = (path: string): string => path.replace(/\.data$/, '.keys');
/** When the backup in a file of this name was made; undefined for other files. */
export const madeAtOf = (file: string): Date | undefined => {
  const [, day, hours, minutes, seconds, ms] = name.exec(file) ?? [];
  return day ? new Date(`${day}T${hours}:${minutes}:${seconds}.${ms}Z`) : undefined;
};
