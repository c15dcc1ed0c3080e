import { checkFile } from '../files/check-file.ts';
import { checksumOf } from '../files/checksum.ts';
import { turnPhoto } from '../files/photo.ts';
import type { Gather } from '../gather/gather.ts';
import { createPauses } from './pauses.ts';
import { measureSpeed } from './speed.ts';
import type { SendUpload, Upload, UploadFailure, UploadState } from './upload.ts';
import type { UploadRecord, UploadRecords } from './upload-records.ts';

const atOnce = 2;

interface Options {
  records: Promise<UploadRecords>;
  send: SendUpload;
  judge: (error: unknown) => UploadFailure;
  gather: Gather;
}

/** Lets one tab at a time send a file; resolves to false while another tab does. */
const alone = async (id: string, run: () => Promise<void>): Promise<boolean> => {
  if (!globalThis.navigator?.locks) return run().then(() => true);
  return navigator.locks.request(`konsil-upload-${id}`, { ifAvailable: true }, async (lock) => {
    if (lock) await run();
    return lock !== null;
  });
};

/**
 * The files on their way to the server: checked, kept in the browser, sent two at a time.
 * Goes on after a lost connection and after a reload; belongs to the page, not to a screen.
 */
export const createUploadQueue = ({ records, send, judge, gather }: Options) => {
  let uploads: readonly Upload[] = [];
  let owner: string | null = null;
  const waitForOwner: ((account: string) => void)[] = [];
  const kept = new Map<string, UploadRecord>();
  const sending = new Map<string, AbortController>();
  const gathering = new Map<string, AbortController>();
  const pauses = createPauses((id) => goOn(id));
  const listeners = new Set<() => void>();

  const publish = (next: readonly Upload[]) => {
    uploads = next;
    listeners.forEach((listener) => listener());
  };
  const find = (id: string) => uploads.find((upload) => upload.id === id);
  const change = (id: string, changes: Partial<Upload>) =>
    publish(uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
  const setState = (id: string, state: UploadState) => change(id, { state });

  // A full or forbidden store costs the reload, not the upload.
  const keep = async (record: UploadRecord) => {
    kept.set(record.id, record);
    await (await records).put(record).catch(() => undefined);
  };
  const forget = async (id: string) => {
    kept.delete(id);
    await (await records).remove(id).catch(() => undefined);
  };

  const goOn = (id: string) => {
    pauses.wakeNow(id);
    const is = find(id)?.state.is;
    if (is === 'interrupted' || is === 'failed') setState(id, { is: 'waiting' });
    sendNext();
  };

  const attempt = async (id: string, abort: AbortController) => {
    const record = (await (await records).get(id).catch(() => undefined)) ?? kept.get(id);
    if (!record || record.uploaded) {
      // Another tab was quicker.
      return record?.uploaded ? setState(id, { is: 'uploaded', items: record.uploaded }) : drop(id);
    }
    const { file } = record;
    if (!file) return drop(id);
    const speed = measureSpeed();
    setState(id, { is: 'sending', sent: 0, bytesPerSecond: null });
    try {
      const uploaded = await send({
        caseId: record.caseId, file, idempotencyKey: record.key, signal: abort.signal,
        onProgress: (sent) => {
          if (!abort.signal.aborted) setState(id, { is: 'sending', sent: Math.min(sent, file.size), bytesPerSecond: speed(sent) });
        },
      });
      pauses.end(id);
      // Said before it is kept: the case's documents have it by now, too.
      change(id, { file: null, state: { is: 'uploaded', items: uploaded } });
      await keep({ ...record, file: null, uploaded });
    } catch (error) {
      if (abort.signal.aborted) return;
      const failure = judge(error);
      if (failure.again === 'never') return setState(id, { is: 'failed', code: failure.code, fault: failure.fault });
      setState(id, { is: 'interrupted' });
      pauses.start(id);
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
    for (const upload of uploads) {
      if (sending.size >= atOnce) return;
      if (upload.state.is === 'waiting' && !sending.has(upload.id) && !pauses.has(upload.id)) void start(upload.id);
    }
  };
  const stop = (id: string) => {
    for (const running of [sending, gathering]) {
      running.get(id)?.abort();
      running.delete(id);
    }
    pauses.end(id);
  };
  const drop = (id: string) => publish(uploads.filter((upload) => upload.id !== id));

  // A file can be chosen before it is known whose browser this is.
  const ownerKnown = (): string | Promise<string> => owner ?? new Promise((resolve) => void waitForOwner.push(resolve));

  const take = async (id: string, caseId: string, picked: File, known: ReadonlySet<string>, then: UploadState) => {
    const mine = [...kept.values()].flatMap((record) => (record.caseId === caseId && record.id !== id && record.sha256 ? [record.sha256] : []));
    const check = await checkFile(picked, new Set([...known, ...mine]), () => setState(id, { is: 'converting' }));
    if (!find(id)) return;
    if ('refusal' in check) return setState(id, { is: 'refused', reason: check.refusal });
    const { file, sha256 } = check;
    change(id, { name: file.name, size: file.size, file });
    const account = await ownerKnown();
    if (!find(id)) return;
    await keep({ id, key: id, owner: account, caseId, addedAt: Date.now(), name: file.name, size: file.size, sha256, file, uploaded: null });
    if (find(id)) setState(id, then);
    sendNext();
  };

  const add = async (caseId: string, files: readonly File[], known: ReadonlySet<string>, review = false) => {
    const added = files.map((file): Upload & { file: File } => ({ id: crypto.randomUUID(), caseId, name: file.name, size: file.size, file, state: { is: 'checking' } }));
    publish([...uploads, ...added]);
    // One after the other: two equal files in one choice are told apart, and memory holds one at a time.
    for (const { id, file } of added) await take(id, caseId, file, known, { is: review ? 'review' : 'waiting' });
  };

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getUploads: () => uploads,

    /** Brings back what this account left unfinished in this browser, and drops what others left. */
    open: async (account: string) => {
      if (owner === account) return;
      owner = account;
      waitForOwner.splice(0).forEach((go) => go(account));
      const found = await (await records).all().catch(() => []);
      await Promise.all(found.filter((record) => record.owner !== account).map((record) => forget(record.id)));
      const mine = found.filter((record) => record.owner === account && !find(record.id)).sort((a, b) => a.addedAt - b.addedAt);
      mine.forEach((record) => kept.set(record.id, record));
      publish([
        ...mine.map(({ id, caseId, name, size, file, uploaded }): Upload => ({
          id, caseId, name, size, file, state: uploaded ? { is: 'uploaded', items: uploaded } : { is: 'waiting' },
        })),
        ...uploads,
      ]);
      sendNext();
    },

    /** Takes files for a case. `known`: checksums the case has already; `review`: show them before sending. */
    add,

    /** Takes a folder or very many files: what belongs together comes packed, what is no document is left out. `name` stands for them meanwhile. */
    addMany: async (caseId: string, name: string, files: readonly File[], known: ReadonlySet<string>) => {
      const id = crypto.randomUUID();
      const abort = new AbortController();
      gathering.set(id, abort);
      publish([...uploads, { id, caseId, name, size: 0, file: null, state: { is: 'gathering', done: 0, count: files.length } }]);
      let taken = Promise.resolve();
      let found = 0;
      const onFile = (file: File) => {
        found += 1;
        // Not after a sign-out: the next person at this browser would send it.
        taken = taken.then(() => (abort.signal.aborted ? undefined : add(caseId, [file], known)));
      };
      try {
        const gathered = await gather(files, { onFile, onProgress: (done) => setState(id, { is: 'gathering', done, count: files.length }), signal: abort.signal });
        if (found === 0) setState(id, { is: 'refused', reason: gathered.tooMany ? 'tooMany' : 'nothing' });
        else if (gathered.leftOut > 0) setState(id, { is: 'gathered', ...gathered });
        else drop(id);
      } catch {
        setState(id, { is: 'refused', reason: 'unreadable' });
      }
      await taken;
      gathering.delete(id);
    },

    /** Turns a photo that the server does not have yet a quarter to the right. */
    turn: async (id: string) => {
      const upload = find(id);
      const record = kept.get(id);
      if (!upload?.file || !record) return;
      stop(id);
      setState(id, { is: 'checking' });
      try {
        const file = await turnPhoto(upload.file);
        change(id, { file, size: file.size });
        await keep({ ...record, key: crypto.randomUUID(), file, size: file.size, sha256: await checksumOf(file) });
      } finally {
        setState(id, { is: upload.state.is === 'review' ? 'review' : 'waiting' });
        sendNext();
      }
    },

    /** Sends a reviewed photo, or tries a failed or interrupted file again now. */
    sendNow: (id: string) => {
      pauses.end(id);
      setState(id, { is: 'waiting' });
      sendNext();
    },

    /** Cancels a file, or takes it off the list. What the server has stays there. */
    remove: async (id: string) => {
      stop(id);
      drop(id);
      await forget(id);
      sendNext();
    },

    /** Everything is known about the documents of this file: nothing of it needs to stay in the browser. */
    forgetBytes: forget,

    /** Connection or session are back: what they interrupted goes on at once. */
    resume: () => uploads.filter(({ state }) => state.is === 'interrupted' || (state.is === 'failed' && state.code === 'unauthorized')).forEach(({ id }) => goOn(id)),

    /** Sign-out: stops everything and leaves nothing in this browser. */
    clear: async () => {
      [...uploads.map((upload) => upload.id), ...gathering.keys()].forEach(stop);
      owner = null;
      kept.clear();
      publish([]);
      await (await records).clear().catch(() => undefined);
    },
  };
};

export type UploadQueue = ReturnType<typeof createUploadQueue>;
