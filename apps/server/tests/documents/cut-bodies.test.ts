import { testApp, type TestApp } from '../support/app.ts';
import { aCase, type TestCase } from '../support/a-case.ts';
import { aPdfOf } from '@konsil/server-documents/testing/samples';
import { storedKeysAfterPreviews } from '../support/stored-keys.ts';
import { headersOf, multipartOf } from '../support/upload.ts';

let house: TestApp;
let theCase: TestCase;
beforeAll(async () => {
  house = await testApp();
  theCase = await aCase(house);
});

const send = async (payload: Buffer, contentType: string) =>
  (
    await house.app.inject({
      method: 'POST',
      url: `/api/individualdocument/post/${theCase.id}`,
      payload,
      headers: { ...headersOf(theCase.patient), 'content-type': contentType },
    })
  ).statusCode;

test('a form truncated anywhere is refused as unreadable, without leftovers', async () => {
  const before = (await storedKeysAfterPreviews(house)).sort();
  // The second file is long enough to arrive in several chunks.
  const { payload, contentType } = multipartOf([
    { name: 'a.pdf', bytes: aPdfOf(300) },
    { name: 'b.pdf', bytes: aPdfOf(200_000) },
  ]);
  const places = [
    ...Array.from({ length: 20 }, (_, n) => n * 40),
    5000,
    70_000,
    140_000,
    ...Array.from({ length: 20 }, (_, n) => payload.length - 3 - n * 6),
  ];
  const statuses = new Map<number, number>();
  for (const place of places.filter((at) => at > 0))
    statuses.set(place, await send(payload.subarray(0, place), contentType));
  expect([...statuses].filter(([, status]) => status !== 400)).toEqual([]);
  expect((await storedKeysAfterPreviews(house)).sort()).toEqual(before);
  expect(await send(payload, contentType)).toBe(201);
});

test('a truncated form without files is refused, too', async () => {
  const form = '--x\r\nContent-Disposition: form-data; name="text"\r\n\r\nsome words\r\n--x--\r\n';
  const statuses: number[] = [];
  for (let at = 1; at < form.length; at += 1)
    statuses.push(await send(Buffer.from(form.slice(0, at)), 'multipart/form-data; boundary=x'));
  expect(statuses.filter((status) => status < 400 || status > 499)).toEqual([]);
});
