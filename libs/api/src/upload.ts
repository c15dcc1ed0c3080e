import { documentRoutes } from '@konsil/contracts/documents';
import type { UploadedItem } from '@konsil/contracts/documents';
import { addressFor, throwProblem } from './ask.ts';
import { baseApi } from './base-api.ts';
import { fromCall } from './call-endpoints.ts';
import { callsBeforeStore } from './calls.ts';
import { authHeaders } from './cookies.ts';
import { credentials } from './origin.ts';
import { networkProblem, ProblemError } from './problem.ts';
import { sessionUsed } from './session-signals.ts';

export interface Upload {
  caseId: string;
  file: File;
  /** The idempotency key of this file, the same on every retry. */
  key: string;
  /** Bytes sent so far. */
  onProgress?: (sent: number) => void;
  signal?: AbortSignal;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/**
 * Uploads one file to a case (multipart, field `File`). Uses XMLHttpRequest, because fetch has no upload progress.
 * Throws a `ProblemError`, or the signal's reason when aborted.
 */
const plainUpload = ({ caseId, file, key, onProgress, signal }: Upload): Promise<UploadedItem[]> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const settle = (act: () => void) => {
      signal?.removeEventListener('abort', abort);
      act();
    };
    request.open('POST', addressFor(documentRoutes.uploadDocument, { params: { id: caseId } }));
    request.withCredentials = credentials() === 'include';
    for (const [name, value] of Object.entries({
      accept: 'application/json',
      'idempotency-key': key,
      ...authHeaders(),
    }))
      request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onProgress?.(Math.min(loaded, file.size));
    request.onload = () =>
      settle(() => {
        const answer = parsed(request.responseText);
        if (request.status >= 200 && request.status < 300) {
          sessionUsed.emit();
          return resolve(answer as UploadedItem[]);
        }
        try {
          throwProblem(request.status, answer, request.getResponseHeader('retry-after'));
        } catch (problem) {
          reject(problem as ProblemError);
        }
      });
    request.onerror = () => settle(() => reject(new ProblemError(networkProblem)));
    request.onabort = () => settle(() => reject(signal?.reason as Error));
    signal?.addEventListener('abort', abort);
    const form = new FormData();
    form.append('File', file, file.name);
    request.send(form);
  });

baseApi.injectEndpoints({
  endpoints: (build) => ({
    uploadDocument: build.mutation<UploadedItem[], Upload>({ queryFn: fromCall(plainUpload) }),
  }),
});

/** Uploads one file; aborting rejects with the signal's reason. */
export const { uploadDocument } = callsBeforeStore({ uploadDocument: plainUpload });
