import type { Env } from '../../env.ts';
import { secondMs } from '../../kernel/clock.ts';
import type { DicomInstance } from '../../imaging/dicom-instance.ts';
import { ReadingProcess } from './reading/reading-process.ts';
import type { FileToRead, Inspection, Prepared, PreparedKeys } from './reading/reading.ts';

const inspectMs = 8 * secondMs;
const prepareMs = 30 * secondMs;

/** Opens files in processes of their own: one for what somebody waits for, one for what can be done later. */
export class DocumentReader {
  private readonly now: ReadingProcess;
  private readonly later: ReadingProcess;

  constructor(env: Env) {
    this.now = new ReadingProcess(env);
    this.later = new ReadingProcess(env, 19);
  }

  /**
   * What a file is and says of itself; null when that could not be found out in time. Accounts whose files wait take turns.
   * @param keys to store the documents under that come of it
   * @throws {Error} when this machine cannot start a process for it
   */
  async inspect(file: FileToRead, accountId: string, keys?: readonly string[]): Promise<Inspection | null> {
    return (await this.now.run({ task: 'inspect', file, keys }, inspectMs, accountId)) as Inspection | null;
  }

  /**
   * Makes the copy for viewing and the preview; null when the process did not survive it.
   * @throws {Error} when this machine cannot start a process for it
   */
  async prepare(file: FileToRead, keys: PreparedKeys, instance?: DicomInstance): Promise<Prepared | null> {
    return (await this.later.run({ task: 'prepare', file, keys, instance }, prepareMs)) as Prepared | null;
  }

  close(): void {
    this.now.close();
    this.later.close();
  }
}
