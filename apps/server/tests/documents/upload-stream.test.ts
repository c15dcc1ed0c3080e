import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { testApp, type TestApp } from '../support/app.ts';
import { waitUntil } from '@konsil/server-testing/until';
import { aCase, type TestCase } from '../support/a-case.ts';
import { aPdfOf } from '@konsil/server-documents/testing/samples';
import { storedKeysAfterPreviews } from '../support/stored-keys.ts';
import { headersOf, multipartOf } from '../support/upload.ts';

const limit = 16 * 1024 * 1024;
let house: TestApp;
let theCase: TestCase;
let port: number;
beforeAll(async () => {
  house = await testApp();
  theCase = await aCase(house);
  await house.app.listen({ port: 0, host: '127.0.0.1' });
  port = (house.app.server.address() as AddressInfo).port;
});

const post = (payload: (write: (piece: Buffer) => Promise<void>) => Promise<void>, contentType: string) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const call = httpRequest({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: `/api/individualdocument/post/${theCase.id}`,
      headers: { ...headersOf(theCase.patient), 'content-type': contentType, 'transfer-encoding': 'chunked' },
    });
    let answered = false;
    call
      .on('response', (answer) => {
        answered = true;
        const pieces: Buffer[] = [];
        answer
          .on('data', (piece: Buffer) => pieces.push(piece))
          .on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(pieces).toString() }))
          .on('error', reject);
      })
      .on('error', (error) => answered || reject(error));
    const write = async (piece: Buffer) => {
      if (!call.write(piece) && !call.destroyed)
        await new Promise<void>((goOn) => {
          const done = () => {
            call.off('drain', done).off('close', done);
            goOn();
          };
          call.on('drain', done).on('close', done);
        });
      if (call.destroyed || answered) throw new Error('answered');
    };
    void payload(write).then(
      () => call.end(),
      () => undefined,
    );
  });

test('a chunked upload is cut off at the limit', async () => {
  const { payload, contentType } = multipartOf([{ name: 'gross.pdf', bytes: aPdfOf(limit + 5_000_000) }]);
  const answer = await post(async (write) => {
    for (let at = 0; at < payload.length; at += 65_536) await write(payload.subarray(at, at + 65_536));
  }, contentType);
  expect(answer.status).toBe(413);
});

test('an endless stream is refused and cut off, with little memory', async () => {
  const { payload, contentType } = multipartOf([{ name: 'endlos.pdf', bytes: aPdfOf(1000) }]);
  const begin = payload.subarray(0, 500);
  const piece = Buffer.alloc(262_144);
  const before = process.memoryUsage().rss;
  let sent = 0;
  const answer = await post(async (write) => {
    await write(begin);
    for (; sent < 1024 * 1024 * 1024; sent += piece.length) await write(piece);
  }, contentType);
  expect(answer.status).toBe(413);
  expect(sent).toBeLessThan(200 * 1024 * 1024);
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
});

test('a broken connection leaves nothing behind', async () => {
  const before = (await storedKeysAfterPreviews(house)).sort();
  const { payload, contentType } = multipartOf([{ name: 'ab.pdf', bytes: aPdfOf(8_000_000) }]);
  const call = httpRequest({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: `/api/individualdocument/post/${theCase.id}`,
    headers: { ...headersOf(theCase.patient), 'content-type': contentType, 'content-length': payload.length },
  });
  call.on('error', () => undefined);
  call.write(payload.subarray(0, 4_000_000));
  const unfinished = (count: number) =>
    waitUntil(async () => (await readdir(join(house.env.KONSIL_DATA_DIR, 'files', 'unfinished'))).length === count);
  await unfinished(1);
  call.destroy();
  await unfinished(0);
  expect((await storedKeysAfterPreviews(house)).sort()).toEqual(before);
});
