import type { UploadedItem } from '@konsil/contracts/documents';
import type { KeptRecords } from './kept-records.ts';
import { createRetryDelays } from './pauses.ts';
import { measureSpeed } from './speed.ts';
import { futureCase } from './upload.ts';
import type { SendUpload, UploadFailure } from './upload.ts';
import type { UploadList } from './upload-list.ts';

const atOnce = 2;

interface Options {
  list: UploadList;
  kept: KeptRecords;
  send: SendUpload;
  judge: (error: unknown) => UploadFailure;
  /** The server has taken a file, or has refused it for good. `items`: the documents that came of it. */
  onAnswered: (id: string, file: File, items: readonly UploadedItem[]) => Promise<void>;
}

/** Lets one tab at a time send a file; resolves to false while another tab does. */
const alone = async (id: string, run: () => Promise<void>): Promise<boolean> => {
  if (!globalThis.navigator?.locks) return run().then(() => true);
  return navigator.locks.request(`konsil-upload-${id}`, { ifAvailable: true }, async (lock) => {
    if (lock) await run();
    return lock !== null;
  });
};

/** Sends waiting files, two at a time, and resumes after a lost connection. */
export const createSender = ({ list, kept, send, judge, onAnswered }: Options) => {
  const sending = new Map<string, AbortController>();
  const interrupted = new Map<string, () => void>();
  const pauses = createRetryDelays((id) => goOn(id));

  const interrupt = (id: string, again?: () => void) => {
    list.setState(id, { is: 'interrupted' });
    if (again) interrupted.set(id, again);
    pauses.start(id);
  };
  const goOn = (id: string) => {
    pauses.wakeNow(id);
    const is = list.find(id)?.state.is;
    const again = interrupted.get(id);
    interrupted.delete(id);
    if (is === 'interrupted' && again) return again();
    if (is === 'interrupted' || is === 'failed') list.setState(id, { is: 'waiting' });
    sendNext();
  };

  const attempt = async (id: string, abort: AbortController) => {
    const latest = await kept.latest(id);
    if (!latest || latest.uploaded) {
      // Another tab was faster.
      return latest?.uploaded ? list.setState(id, { is: 'uploaded', items: latest.uploaded }) : list.drop(id);
    }
    // The stored record may not name a case yet that was just created.
    const record = { ...latest, caseId: list.find(id)?.caseId ?? latest.caseId };
    const { file } = record;
    if (!file) return list.drop(id);
    const speed = measureSpeed();
    list.setState(id, { is: 'sending', sent: 0, bytesPerSecond: null });
    try {
      const uploaded = await send({
        caseId: record.caseId,
        file,
        idempotencyKey: record.key,
        signal: abort.signal,
        onProgress: (sent) => {
          if (!abort.signal.aborted)
            list.setState(id, { is: 'sending', sent: Math.min(sent, file.size), bytesPerSecond: speed(sent) });
        },
      });
      pauses.end(id);
      // Reported before it is stored: the case already lists the documents.
      list.change(id, { file: null, state: { is: 'uploaded', items: uploaded } });
      void onAnswered(id, file, uploaded);
      await kept.keep({ ...record, file: null, uploaded });
    } catch (error) {
      if (abort.signal.aborted) return;
      const failure = judge(error);
      if (failure.again === 'never') {
        const { code, fault, kind } = failure;
        list.setState(id, { is: 'failed', code, fault, kind });
        if (fault) void onAnswered(id, file, []);
        // A reload shows the fault and does not resend; choosing the file again, with any content, sends it again.
        if (fault) await kept.keep({ ...record, file: null, sha256: null, refused: { code, fault, kind } });
        return;
      }
      interrupt(id);
    }
  };

  const start = async (id: string) => {
    const abort = new AbortController();
    sending.set(id, abort);
    const mine = await alone(id, () => attempt(id, abort));
    if (sending.get(id) === abort) sending.delete(id);
    if (!mine) pauses.start(id);
    sendNext();
  };
  const sendNext = () => {
    for (const upload of list.get()) {
      if (sending.size >= atOnce) return;
      if (upload.caseId === futureCase) continue;
      if (upload.state.is === 'waiting' && !sending.has(upload.id) && !pauses.has(upload.id)) void start(upload.id);
    }
  };
  return {
    sendNext,
    /** The connection was lost; `again` resumes, by default the sending. */
    interrupt,
    /** Resumes an interrupted or failed upload. */
    goOn,
    /** Aborts a transfer and everything after it. */
    stop: (id: string) => {
      sending.get(id)?.abort();
      sending.delete(id);
      interrupted.delete(id);
      pauses.end(id);
    },
  };
};
