import { newKey } from '@konsil/api/intent';
import type { UploadedItem } from '@konsil/contracts/documents';
import { checkFile } from '../files/check-file.ts';
import { maxUploadBytes } from '@konsil/contracts/codes';
import { checksumOf } from '../files/checksum.ts';
import { lettersInZip } from '../files/names-in-zip.ts';
import { isPicture, looksLikePhoto, rotatePhoto } from '../files/photo.ts';
import { mostLetters } from '../gather/gathered.ts';
import type { GatherFiles } from '../gather/gather.ts';
import type { CombinePages } from '../pages/combine.ts';
import { turnedQuad } from '../scan/quad.ts';
import type { Quad } from '../scan/quad.ts';
import { isUnchanged, wholeScan } from '../scan/scan.ts';
import type { Scan } from '../scan/scan.ts';
import type { Scanner } from '../scan/scanner.ts';
import { CodeMissing } from '../workers/ask-worker.ts';
import { keepRecords } from './kept-records.ts';
import { createPages } from './pages.ts';
import { createSender } from './sender.ts';
import { futureCase, unscanned } from './upload.ts';
import type { SendUpload, Upload, UploadFailure } from './upload.ts';
import { createUploadList } from './upload-list.ts';
import type { UploadRecord, UploadRecords } from './upload-records.ts';

interface Options {
  records: Promise<UploadRecords>;
  send: SendUpload;
  judge: (error: unknown) => UploadFailure;
  gather: GatherFiles;
  combine: CombinePages;
  scanner: Scanner;
}

const nothing: ReadonlySet<string> = new Set();

/** A retaken file that is not a picture. */
export class NoPhoto extends Error {}

/** Restores an upload that a reload interrupted. */
const asUpload = ({
  id,
  caseId,
  name,
  size,
  file,
  uploaded,
  refused,
  unchecked,
  pageOf = null,
  scan,
  original,
}: UploadRecord): Upload => {
  const state: Upload['state'] = uploaded
    ? { is: 'uploaded', items: uploaded }
    : refused
      ? { is: 'failed', ...refused }
      : { is: unchecked ? 'checking' : pageOf ? 'review' : 'waiting' };
  return { id, caseId, name, size, file, pageOf, state, scan, original };
};

/**
 * Uploads in progress: checked, stored in the browser, sent two at a time. Resumes after a lost connection and after a
 * reload; belongs to the page, not to a screen.
 */
export const createUploadQueue = ({ records, send, judge, gather, combine, scanner }: Options) => {
  const list = createUploadList();
  const kept = keepRecords(records);
  let owner: string | null = null;
  /**
   * Letters in a ZIP that the server neither made documents of nor offers with its document, as beside the images of
   * several people: the user decides whether to upload them.
   */
  const offerLetters = async (id: string, zip: File, items: readonly UploadedItem[]) => {
    if (!/\.zip$/i.test(zip.name)) return;
    const there = new Set(items.map(({ document }) => document.sha256));
    const offered = new Set(
      items.flatMap(({ document }) => document.intake?.letters.map(({ name }) => name.split('/').at(-1)) ?? []),
    );
    const letters: File[] = [];
    for (const letter of await lettersInZip(zip, { letters: mostLetters, bytes: maxUploadBytes }))
      if (!offered.has(letter.name) && !there.has((await checksumOf(letter)) ?? '')) letters.push(letter);
    const upload = list.find(id);
    // Signed out or removed meanwhile.
    if (letters.length === 0 || !upload) return;
    list.set([
      ...list.get(),
      {
        id: newKey(),
        caseId: upload.caseId,
        name: zip.name,
        size: 0,
        file: null,
        pageOf: null,
        state: { is: 'gathered', leftOut: 0, names: [], letters, disc: true, tooMany: false },
      },
    ]);
  };

  const sender = createSender({ list, kept, send, judge, onAnswered: offerLetters });
  const waitForOwner: ((account: string) => void)[] = [];
  const gathering = new Map<string, AbortController>();

  const stop = (id: string) => {
    gathering.get(id)?.abort();
    gathering.delete(id);
    sender.stop(id);
  };

  // A file can be chosen before the account is known.
  const ownerKnown = (): string | Promise<string> => owner ?? new Promise((resolve) => void waitForOwner.push(resolve));

  const keep = async (id: string, file: File, what: Pick<UploadRecord, 'sha256' | 'pageOf' | 'unchecked'>) => {
    const account = await ownerKnown();
    const upload = list.find(id);
    if (!upload) return;
    const addedAt = kept.get(id)?.addedAt ?? kept.nextMoment();
    await kept.keep({
      id,
      key: id,
      owner: account,
      // The future case may have been created while the file was checked.
      caseId: upload.caseId,
      addedAt,
      name: file.name,
      size: file.size,
      file,
      uploaded: null,
      ...what,
    });
  };

  let searches = Promise.resolve();
  /** Detects a paper in a photo, one photo at a time. On failure no edges are suggested. */
  const findEdges = (id: string): Promise<void> =>
    (searches = searches.then(async () => {
      const photoOf = (upload = list.find(id)) => upload?.original ?? upload?.file;
      const photo = photoOf();
      if (!photo) return;
      const edges = await scanner.find(photo).catch(() => null);
      // Rotated, taken again or removed meanwhile.
      if (list.find(id)?.edges !== undefined) return;
      if (photoOf() === photo) list.change(id, { edges });
      else void findEdges(id);
    }));

  const take = async (id: string, caseId: string, picked: File, known: ReadonlySet<string>): Promise<void> => {
    list.setState(id, { is: 'checking' });
    const mine = kept
      .all()
      .flatMap((record) => (record.caseId === caseId && record.id !== id && record.sha256 ? [record.sha256] : []));
    // A page may already exist as a document of its own.
    const there = list.find(id)?.pageOf ? nothing : new Set([...known, ...mine]);
    try {
      const check = await checkFile(picked, there, () => list.setState(id, { is: 'converting' }));
      if (!list.find(id)) return;
      if ('refusal' in check) {
        list.change(id, {
          pageOf: null,
          state: { is: 'refused', reason: check.refusal, ...(check.kind && { kind: check.kind }) },
        });
        return kept.forget(id);
      }
      const { file, sha256 } = check;
      const pageOf = isPicture(file) ? (list.find(id)?.pageOf ?? null) : null;
      list.change(id, { name: file.name, size: file.size, file });
      await keep(id, file, { sha256, pageOf });
      list.change(id, { pageOf, state: { is: pageOf ? 'review' : 'waiting' } });
      if (pageOf) void findEdges(id);
      sender.sendNext();
    } catch (error) {
      if (!(error instanceof CodeMissing)) throw error;
      await keep(id, picked, { sha256: null, pageOf: list.find(id)?.pageOf ?? null, unchecked: true });
      if (list.find(id)) sender.interrupt(id, () => void take(id, caseId, picked, known));
    }
  };
  const pages = createPages({ list, kept, combine, take });

  /** Takes files one after the other; `documentOf` names the document that a photo becomes a page of. */
  const takeAll = async (
    caseId: string,
    files: readonly File[],
    known: ReadonlySet<string>,
    documentOf: (file: File) => string | null,
  ) => {
    const added = files.map((file): Upload & { file: File } => ({
      id: newKey(),
      caseId,
      name: file.name,
      size: file.size,
      file,
      pageOf: documentOf(file),
      state: { is: 'checking' },
    }));
    list.set([...list.get(), ...added]);
    // Sequential: detects duplicates within one selection, and keeps one file in memory at a time.
    for (const { id, file } of added) await take(id, caseId, file, known);
  };

  const add = async (
    caseId: string,
    files: readonly File[],
    known: ReadonlySet<string>,
    document: string | null = null,
  ) => {
    const chosenTogether = files.filter(looksLikePhoto).length > 1 ? newKey() : null;
    await takeAll(caseId, files, known, (file) => document ?? (looksLikePhoto(file) ? chosenTogether : null));
    // The other pages were refused, so there is nothing left to decide.
    if (chosenTogether && list.pagesOf(chosenTogether).length === 1) await pages.sendApart(chosenTogether, known);
  };

  const gatherInto = async (
    id: string,
    caseId: string,
    files: readonly File[],
    known: ReadonlySet<string>,
  ): Promise<void> => {
    const abort = new AbortController();
    gathering.set(id, abort);
    list.setState(id, { is: 'gathering', done: 0, count: files.length });
    let taken = Promise.resolve();
    let found = 0;
    let target = caseId;
    const followCase = list.subscribe(() => {
      target = list.find(id)?.caseId ?? target;
    });
    const onFile = (file: File) => {
      found += 1;
      // Not after a sign-out: the next account in this browser would send it.
      taken = taken.then(() => (abort.signal.aborted ? undefined : add(target, [file], known)));
    };
    try {
      const gathered = await gather(files, {
        onFile,
        onProgress: (done) => list.setState(id, { is: 'gathering', done, count: files.length }),
        signal: abort.signal,
      });
      if (found === 0 && gathered.letters.length === 0)
        list.setState(id, { is: 'refused', reason: gathered.tooMany ? 'tooMany' : 'nothing' });
      else if (gathered.leftOut + gathered.letters.length > 0) list.setState(id, { is: 'gathered', ...gathered });
      else list.drop(id);
    } catch (error) {
      if (error instanceof CodeMissing) sender.interrupt(id, () => void gatherInto(id, caseId, files, known));
      else list.setState(id, { is: 'refused', reason: 'unreadable' });
    }
    await taken;
    followCase();
    gathering.delete(id);
  };

  type Reworked = Pick<Upload, 'scan' | 'original' | 'edges'> & { file: File };
  const changeBytes = async (id: string, change: (file: File, upload: Upload) => Promise<Reworked>) => {
    const upload = list.find(id);
    if (!upload?.file || !kept.get(id)) return;
    sender.stop(id);
    list.setState(id, { is: 'checking' });
    try {
      const reworked = await change(upload.file, upload);
      const { file, scan, original } = reworked;
      const sha256 = await checksumOf(file);
      const record = kept.get(id);
      // Removed meanwhile.
      if (!record) return;
      list.change(id, { ...reworked, name: file.name, size: file.size });
      const { refused: _, ...asBefore } = record;
      await kept.keep({ ...asBefore, key: newKey(), name: file.name, file, size: file.size, sha256, scan, original });
    } finally {
      list.setState(id, { is: list.find(id)?.pageOf ? 'review' : 'waiting' });
      sender.sendNext();
    }
  };
  const reworking = new Map<string, Promise<unknown>>();
  /**
   * Changes the bytes of an unsent photo; after a failure it is as before. One change after the other: a slow one does
   * not replace what a later one made.
   */
  const rework = (id: string, change: Parameters<typeof changeBytes>[1]): Promise<void> => {
    const before = reworking.get(id);
    const mine = before ? before.then(() => changeBytes(id, change)) : changeBytes(id, change);
    const over = mine
      .catch(() => undefined)
      .then(() => {
        if (reworking.get(id) === over) reworking.delete(id);
      });
    reworking.set(id, over);
    return mine;
  };

  return {
    subscribe: list.subscribe,
    getUploads: list.get,

    /** Restores this account's unfinished uploads, and deletes those of other accounts. */
    open: async (account: string) => {
      if (owner === account) return;
      owner = account;
      waitForOwner.splice(0).forEach((go) => go(account));
      const mine = await kept.bringBack(account, (id) => list.find(id) !== undefined);
      list.set([...mine.map(asUpload), ...list.get()]);
      for (const { id, caseId, file, unchecked } of mine) if (unchecked && file) void take(id, caseId, file, nothing);
      for (const { id, state } of list.get()) if (state.is === 'review') void findEdges(id);
      sender.sendNext();
    },

    /**
     * Adds files to a case. `known`: checksums of the case's documents. Several photos wait for the decision whether
     * they are one document.
     */
    add,

    /** Adds files that somebody chose. A single photo of a paper waits, because its edges are offered. */
    choose: async (caseId: string, files: readonly File[], known: ReadonlySet<string>) => {
      const [photo, ...others] = files;
      if (!photo || others.length > 0 || !looksLikePhoto(photo)) return add(caseId, files, known);
      const document = newKey();
      await add(caseId, [photo], nothing, document);
      const id = list.pagesOf(document)[0]?.id;
      if (!id || list.find(id)?.state.is !== 'review') return;
      list.setState(id, { is: 'checking' });
      await searches;
      list.setState(id, { is: 'review' });
      const together = list.pagesOf(document).length;
      // Another page was added meanwhile: whether they are one document is asked.
      if (together === 1 && !list.find(id)?.edges) await pages.sendApart(document, known);
    },

    /** Adds files of which each is a document of its own, photos too. */
    addApart: (caseId: string, files: readonly File[], known: ReadonlySet<string>) =>
      takeAll(caseId, files, known, () => null),

    /** Adds a camera photo as a page of `document` or of a new one. It waits until the user has reviewed it. */
    addPage: (caseId: string, photo: File, document: string = newKey()) => add(caseId, [photo], nothing, document),

    /**
     * Adds a folder or very many files: images of one examination are zipped, other files left out. Listed as `name`
     * meanwhile.
     */
    addMany: (caseId: string, name: string, files: readonly File[], known: ReadonlySet<string>) => {
      const id = newKey();
      list.set([
        ...list.get(),
        {
          id,
          caseId,
          name,
          size: 0,
          file: null,
          pageOf: null,
          state: { is: 'gathering', done: 0, count: files.length },
        },
      ]);
      return gatherInto(id, caseId, files, known);
    },

    /** Uploads a letter found beside the images of a disc. The rest of the remark stays. */
    takeLetter: async (id: string, letter: File) => {
      const upload = list.find(id);
      if (upload?.state.is !== 'gathered') return;
      const letters = upload.state.letters.filter((other) => other !== letter);
      if (letters.length + upload.state.leftOut === 0) list.drop(id);
      else list.setState(id, { ...upload.state, letters });
      await add(upload.caseId, [letter], nothing);
    },

    ...pages,

    /** The future case was created: its files belong to it and are sent. */
    fileUnder: async (caseId: string) => {
      // `sender` takes the case from the list, so the order of the two does not matter.
      list.set(list.get().map((upload) => (upload.caseId === futureCase ? { ...upload, caseId } : upload)));
      for (const record of kept.all()) if (record.caseId === futureCase) await kept.keep({ ...record, caseId });
      sender.sendNext();
    },

    /** The future case is given up: deletes its files from this browser. */
    forgetFuture: async () => {
      const mine = list.get().filter((upload) => upload.caseId === futureCase);
      for (const { id } of mine) stop(id);
      list.set(list.get().filter((upload) => upload.caseId !== futureCase));
      for (const { id } of mine) await kept.forget(id);
    },

    /** Rotates an unsent photo 90° clockwise. Throws where the browser cannot, and leaves the photo unchanged. */
    turn: async (id: string) => {
      await rework(id, async (file, { original, scan, edges }) => ({
        file: await rotatePhoto(file),
        original: original && (await rotatePhoto(original)),
        scan: scan && { ...scan, corners: scan.corners && turnedQuad(scan.corners) },
        edges: edges && turnedQuad(edges),
      }));
      // The search that ran meanwhile was of the photo before.
      const turned = list.find(id);
      if (turned?.state.is === 'review' && turned.edges === undefined) void findEdges(id);
    },

    /** Makes a page of an unsent photo, always from the photo itself. Throws and leaves it unchanged on failure. */
    scan: (id: string, scan: Scan) =>
      rework(id, async (file, { original = file }) => {
        if (isUnchanged(scan)) return { file: original, original: undefined, scan: wholeScan };
        const name = original.name.replace(/\.\w+$/, '.jpg');
        return { file: new File([await scanner.make(original, scan)], name, { type: 'image/jpeg' }), original, scan };
      }),

    /** Stores corners whose page was not shown yet, as a suggestion like detected edges. */
    offerEdges: (id: string, edges: Quad) => list.change(id, { edges }),

    /** Replaces an unsent photo in its place. Throws a `CodeMissing`, or a `NoPhoto`; the photo before stays then. */
    retake: async (id: string, photo: File) => {
      await rework(id, async () => {
        const check = await checkFile(photo, nothing, () => list.setState(id, { is: 'converting' }));
        if ('refusal' in check || !isPicture(check.file)) throw new NoPhoto(photo.name);
        return { file: check.file, ...unscanned };
      });
      void findEdges(id);
    },

    /** Retries a failed or interrupted file now. */
    sendNow: sender.goOn,

    /** Cancels a file, or removes it from the list. What the server has stays there. */
    remove: async (id: string) => {
      stop(id);
      list.drop(id);
      await kept.forget(id);
      sender.sendNext();
    },

    /** Deletes the bytes of a described document, which the browser no longer needs. */
    forgetBytes: kept.forget,

    /** The connection or session is back: resumes what it interrupted. */
    resume: () =>
      list
        .get()
        .filter(({ state }) => state.is === 'interrupted' || (state.is === 'failed' && state.code === 'unauthorized'))
        .forEach(({ id }) => sender.goOn(id)),

    /** Sign-out: aborts everything and deletes it from this browser. */
    clear: async () => {
      [...list.get().map((upload) => upload.id), ...gathering.keys()].forEach(stop);
      owner = null;
      list.set([]);
      await kept.clear();
    },
  };
};

export type UploadQueue = ReturnType<typeof createUploadQueue>;
