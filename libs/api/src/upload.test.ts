import { storeTokens } from './cookies.ts';
import type { ProblemError } from './problem.ts';
import { uploadDocument } from './upload.ts';

const caseId = '0b8b5f2e-6f0f-4d6c-9a51-0d9e1a4b7c10';

/** A fake XMLHttpRequest that the test controls, because jsdom cannot send forms with files. */
class HeldRequest {
  static last: HeldRequest;
  upload: { onprogress?: (event: { loaded: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  status = 0;
  responseText = '';
  withCredentials = false;
  headers: Record<string, string> = {};
  address = '';
  body?: FormData;
  open(method: string, address: string) {
    this.address = `${method} ${address}`;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader() {
    return null;
  }
  send(body: FormData) {
    this.body = body;
    HeldRequest.last = this;
  }
  abort() {
    this.onabort?.();
  }
  answer(status: number, body: unknown) {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.onload?.();
  }
}

beforeEach(() => {
  Object.assign(globalThis, { XMLHttpRequest: HeldRequest });
  storeTokens({ CSRF_Token: 'c', Authorization: 't' });
});

const picture = () => new File([new Uint8Array(2000)], 'röntgen.png', { type: 'image/png' });
const problemOf = async (call: Promise<unknown>) =>
  ((await call.catch((error: unknown) => error)) as ProblemError).problem;

test('uploads a file as field File with key and session, and reports progress', async () => {
  const progress: number[] = [];
  const file = picture();
  const upload = uploadDocument({ caseId, file, key: 'k', onProgress: (sent) => progress.push(sent) });
  const request = HeldRequest.last;
  expect(request.address).toBe(`POST /api/individualdocument/post/${caseId}`);
  expect(request.headers).toMatchObject({ 'idempotency-key': 'k', authorization: 'Token t', 'x-csrftoken': 'c' });
  expect(request.headers).not.toHaveProperty('content-type');
  expect([...(request.body?.keys() ?? [])]).toEqual(['File']);
  expect((request.body?.get('File') as File).name).toBe('röntgen.png');

  request.upload.onprogress?.({ loaded: 1200 });
  // What is sent includes the multipart framing.
  request.upload.onprogress?.({ loaded: 2300 });
  expect(progress).toEqual([1200, 2000]);
  request.answer(201, [{ documentId: '1' }]);
  expect(await upload).toEqual([{ documentId: '1' }]);
});

test('an error response is a problem, also without a readable body', async () => {
  const refused = problemOf(uploadDocument({ caseId, file: picture(), key: 'k' }));
  HeldRequest.last.answer(413, { code: 'too_large' });
  expect(await refused).toMatchObject({ status: 413, code: 'too_large' });

  const gateway = problemOf(uploadDocument({ caseId, file: picture(), key: 'k' }));
  Object.assign(HeldRequest.last, { status: 502, responseText: '<h1>Bad gateway</h1>' });
  HeldRequest.last.onload?.();
  expect(await gateway).toMatchObject({ code: 'unavailable' });
});

test('a lost connection is a network problem', async () => {
  const lost = problemOf(uploadDocument({ caseId, file: picture(), key: 'k' }));
  HeldRequest.last.onerror?.();
  expect((await lost).code).toBe('network');
});

test('an upload can be aborted, before and while it runs', async () => {
  const stop = new AbortController();
  const running = uploadDocument({ caseId, file: picture(), key: 'k', signal: stop.signal });
  stop.abort(new Error('called off'));
  await expect(running).rejects.toThrow('called off');
  await expect(uploadDocument({ caseId, file: picture(), key: 'k', signal: stop.signal })).rejects.toThrow(
    'called off',
  );
});
