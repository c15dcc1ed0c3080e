import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { markName, parseMark, type StorageMark } from './mark.ts';
import {
  insistOnKeptName,
  isObjectKey,
  ObjectMissing,
  StorageAway,
  type ObjectStore,
  type StoredObject,
} from './object-store.ts';
import { dayMs } from '@konsil/server-platform/clock';
import { measureCall } from '@konsil/server-platform/service-times';
import { firstOf, pagesOf, recordsOf } from './s3-xml.ts';

export interface S3Settings {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Prefix of every key. */
  prefix?: string;
  /** For how many days the service must refuse to delete or replace kept objects; needs a bucket with Object Lock. */
  lockDays?: number;
  /** Timeout for a service that does not respond. Default: 15 s. */
  answerMs?: number;
}

// The minimum part size of S3, except for the last part.
const partBytes = 5 * 1024 * 1024;

interface Call {
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Buffer;
}

/** There is an object of this name already. */
class ObjectThere extends Error {}
/** The service does not know conditional writes. */
class NoConditions extends Error {}

/** Collects a stream into parts of equal size; the last may be smaller, an empty stream is one empty part. */
async function* partsOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<{ part: Buffer; last: boolean }> {
  let pieces: Buffer[] = [];
  let gathered = 0;
  for await (const piece of bytes) {
    if (gathered >= partBytes) {
      yield { part: Buffer.concat(pieces), last: false };
      [pieces, gathered] = [[], 0];
    }
    pieces.push(piece);
    gathered += piece.length;
  }
  yield { part: Buffer.concat(pieces), last: true };
}

/** Aborts, and frees the connection, on a timeout. */
const inTime = async <T>(answerMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new StorageAway('S3 did not answer in time.')), answerMs);
  const late = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason as Error));
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Objects in a bucket of an S3-compatible service, with path-style URLs. */
export class S3Objects implements ObjectStore {
  private readonly client: AwsClient;
  readonly address: string;
  private readonly base: string;
  private readonly prefix: string;
  private readonly answerMs: number;
  private readonly lockDays: number;

  constructor(settings: S3Settings) {
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;
    this.client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
    this.answerMs = settings.answerMs ?? 15_000;
    this.lockDays = settings.lockDays ?? 0;
    this.prefix = settings.prefix ?? '';
    this.address = `${endpoint.replace(/\/+$/, '')}/${bucket}/${this.prefix}`;
    this.base = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  }

  async readMark(): Promise<StorageMark | null> {
    try {
      return parseMark(await (await this.send('GET', { key: markName })).text());
    } catch (error) {
      if (error instanceof ObjectMissing) return null;
      throw error;
    }
  }

  async writeMark(mark: StorageMark): Promise<void> {
    await this.send('PUT', { key: markName, body: Buffer.from(JSON.stringify(mark)) });
  }

  async keep(name: string, bytes: Buffer): Promise<boolean> {
    // Not every service knows conditional writes.
    if ((await this.kept(name)) !== null) return false;
    const write = (condition: Record<string, string>) =>
      this.send('PUT', { key: name, body: bytes, headers: { ...this.lockHeaders(bytes), ...condition } });
    try {
      await write({ 'if-none-match': '*' });
    } catch (error) {
      if (error instanceof ObjectThere) return false;
      if (!(error instanceof NoConditions)) throw error;
      await write({});
    }
    return true;
  }

  async kept(name: string): Promise<Buffer | null> {
    insistOnKeptName(name);
    try {
      return Buffer.from(await (await this.send('GET', { key: name })).arrayBuffer());
    } catch (error) {
      if (error instanceof ObjectMissing) return null;
      throw error;
    }
  }

  async put(key: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    let upload: { id: string; tags: string[] } | undefined;
    try {
      for await (const { part, last } of partsOf(bytes)) {
        if (last && !upload) {
          await this.send('PUT', { key, body: part });
          return;
        }
        upload ??= {
          id: firstOf(await (await this.send('POST', { key, query: { uploads: '' } })).text(), 'UploadId'),
          tags: [],
        };
        const answer = await this.send('PUT', {
          key,
          query: { partNumber: String(upload.tags.length + 1), uploadId: upload.id },
          body: part,
        });
        upload.tags.push(answer.headers.get('etag') ?? '');
      }
      if (upload) await this.complete(key, upload);
    } catch (error) {
      // A failed abort is left to the sweep.
      if (upload) await this.abort(key, upload.id).catch(() => undefined);
      throw error;
    }
  }

  async size(key: string): Promise<number> {
    return Number((await this.send('HEAD', { key })).headers.get('content-length'));
  }

  async *read(key: string, start: number, end: number): AsyncGenerator<Buffer> {
    const { body } = await this.send('GET', { key, headers: { range: `bytes=${start}-${end - 1}` } });
    const reader = body?.getReader();
    if (!reader) return;
    try {
      for (;;) {
        const { done, value } = await inTime(this.answerMs, () => reader.read());
        if (done) return;
        yield Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      }
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  }

  async delete(key: string): Promise<void> {
    await this.send('DELETE', { key }).catch((error: unknown) => {
      if (!(error instanceof ObjectMissing)) throw error;
    });
  }

  async find(key: string): Promise<StoredObject | null> {
    try {
      const { headers } = await this.send('HEAD', { key });
      return {
        key,
        storedAt: new Date(headers.get('last-modified') ?? ''),
        size: Number(headers.get('content-length')),
      };
    } catch (error) {
      if (error instanceof ObjectMissing) return null;
      throw error;
    }
  }

  async *list(piece = ''): AsyncGenerator<StoredObject> {
    const page = (token: string) =>
      this.text({
        query: {
          'list-type': '2',
          delimiter: '/',
          prefix: `${this.prefix}${piece}`,
          ...(token ? { 'continuation-token': token } : {}),
        },
      });
    for await (const xml of pagesOf(page, 'NextContinuationToken')) {
      for (const { Key: name = '', LastModified: at = '', Size: size = '' } of recordsOf(xml, 'Contents')) {
        const key = this.keyIn(name);
        if (isObjectKey(key)) yield { key, storedAt: new Date(at), size: Number(size) };
      }
    }
  }

  async dropUnfinished(before: Date): Promise<void> {
    for (const { Key: name = '', UploadId: id = '', Initiated: at = '' } of recordsOf(
      await this.text({ query: { uploads: '', prefix: this.prefix } }),
      'Upload',
    )) {
      const key = this.keyIn(name);
      if (isObjectKey(key) && new Date(at) < before) await this.abort(key, id);
    }
  }

  /** A lock needs a checksum that the service compares. */
  private lockHeaders(bytes: Buffer): Record<string, string> {
    if (this.lockDays === 0) return {};
    const until = new Date(Date.now() + this.lockDays * dayMs);
    return {
      'x-amz-object-lock-mode': 'COMPLIANCE',
      'x-amz-object-lock-retain-until-date': until.toISOString(),
      'content-md5': createHash('md5').update(bytes).digest('base64'),
    };
  }
  private keyIn(name: string): string {
    return name.startsWith(this.prefix) ? name.slice(this.prefix.length) : '';
  }
  private async complete(key: string, { id, tags }: { id: string; tags: string[] }): Promise<void> {
    const parts = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag.replaceAll('"', '&quot;')}</ETag></Part>`,
    );
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
    const answer = await (await this.send('POST', { key, query: { uploadId: id }, body })).text();
    // S3 may start with "200 OK" and still report an error in the body.
    if (answer.includes('<Error>')) throw new Error(`S3 did not complete the upload: ${firstOf(answer, 'Code')}.`);
  }
  private async abort(key: string, uploadId: string): Promise<void> {
    await this.send('DELETE', { key, query: { uploadId } });
  }
  private async text(call: Call): Promise<string> {
    return (await this.send('GET', call)).text();
  }

  private send(method: string, call: Call): Promise<Response> {
    // A missing object is a successful response.
    return measureCall(
      's3',
      () => this.ask(method, call),
      (failure) => (failure instanceof ObjectMissing || failure instanceof ObjectThere ? 'ok' : 'failed'),
    );
  }

  private async ask(method: string, { key, query = {}, headers = {}, body }: Call): Promise<Response> {
    const url = new URL(key ? `${this.base}/${this.prefix}${key}` : this.base);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const answer = await inTime(this.answerMs, (signal) =>
      this.client.fetch(url, {
        method,
        signal,
        headers: { ...headers, 'x-amz-content-sha256': hash },
        ...(body ? { body } : {}),
      }),
    );
    if (answer.ok) return answer;
    const reason = (await answer.text()).match(/<Code>([^<]*)</)?.[1] ?? answer.status;
    if (key && answer.status === 404 && reason !== 'NoSuchBucket') throw new ObjectMissing(key);
    if (answer.status === 412) throw new ObjectThere(key);
    if (answer.status === 501) throw new NoConditions('S3 answered 501 to a conditional write.');
    const words = `S3 answered ${answer.status} (${reason}) to ${method}.`;
    throw answer.status >= 500 ? new StorageAway(words) : new Error(words);
  }
}
