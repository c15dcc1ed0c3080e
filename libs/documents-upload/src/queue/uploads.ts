import { problemOf } from '@konsil/api/problem';
import { uploadDocument } from '@konsil/api/upload';
import { foreignKinds } from '@konsil/contracts/file-kinds';
import { gatherInWorker } from '../gather/gather.ts';
import { combine } from '../pages/combine.ts';
import { scanner } from '../scan/scanner.ts';
import type { UploadFailure } from './upload.ts';
import { createUploadQueue } from './upload-queue.ts';
import type { UploadQueue } from './upload-queue.ts';
import { openUploadRecords } from './upload-records.ts';

const temporaryProblems = ['network', 'unavailable', 'too_many', 'internal'];

/** Temporary failures are retried; refusals are shown. */
export const classifyFailure = (error: unknown): UploadFailure => {
  const { code, errors, current } = problemOf(error);
  const fault = errors.find(({ path }) => path.startsWith('File'));
  const kind = foreignKinds.find((one) => one === (current as { kind?: unknown } | undefined)?.kind);
  return { again: temporaryProblems.includes(code) ? 'soon' : 'never', code, fault: fault?.code, kind };
};

let queue: UploadQueue | undefined;

/** The page's single upload queue; created on first use. */
export const uploadQueue = (): UploadQueue =>
  (queue ??= createUploadQueue({
    records: openUploadRecords(),
    send: ({ idempotencyKey, ...what }) => uploadDocument({ ...what, key: idempotencyKey }),
    judge: classifyFailure,
    gather: gatherInWorker,
    combine,
    scanner,
  }));
