import { join } from 'node:path';

const name =
  /^konsil-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z\.(?:data|keys|log|anchors)(?:\.unfinished)?$/;

/** The data file of a backup made at that time. */
export const dataFileOf = (folder: string, madeAt: Date): string =>
  join(folder, `konsil-${fileTimestamp(madeAt)}.data`);
/** A timestamp as part of a file name. */
const fileTimestamp = (moment: Date): string => moment.toISOString().replace(/[:.]/g, '-');
/** The data file is written last: if it exists, the backup is complete. */
export const holdsRows = (file: string): boolean => file.endsWith('.data');
/** The key file that belongs to a data file. */
export const keysBeside = (path: string): string => path.replace(/\.data$/, '.keys');
/** The path of the append-only rows file that was started together with a data file. */
export const logBeside = (path: string): string => path.replace(/\.data$/, '.log');
/** True for a file of rows that are written once, complete or not. Later backups need it, too. */
export const isLog = (file: string): boolean => /\.log(?:\.unfinished)?$/.test(file);
/** The time of the backup, also an unfinished one, that a file belongs to by its name; undefined for other files. */
export const madeAtOf = (file: string): Date | undefined => {
  const [, day, hours, minutes, seconds, ms] = name.exec(file) ?? [];
  return day ? new Date(`${day}T${hours}:${minutes}:${seconds}.${ms}Z`) : undefined;
};
