import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { webhookBodySchema, type WebhookBody } from '@konsil/contracts/webhooks';
import { dayMs, hourMs } from '@konsil/server-platform/clock';
import { addWebhook, countWebhooks, listWebhooks } from '@konsil/server-notifications/webhooks/webhooks';
import { openFileStore } from '@konsil/server-storage/open-store';
import { waitUntil } from '@konsil/server-testing/until';
import { runCommand } from '../src/cli/run.ts';
import { testApp, type TestApp } from './support/app.ts';
import { addLetter, answer, bodyOf, newCase, send, type Conversation } from './support/cases.ts';
import { inviteDoctor, signInAgain } from './support/people.ts';

interface Received {
  headers: IncomingHttpHeaders;
  text: string;
  body: WebhookBody;
}
let house: TestApp;
let receiver: Server;
let received: Received[];
let status: number;
let address: string;
let ours: Conversation;
beforeAll(async () => {
  house = await testApp({ WEBHOOK_PRIVATE_NETWORKS: '127.0.0.1' });
  receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      received.push({ headers: request.headers, text, body: JSON.parse(text) as WebhookBody });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook?key=theirs`;
  ours = await newCase(house);
});
afterAll(() => new Promise((resolve) => receiver.close(resolve)));
beforeEach(() => {
  [received, status] = [[], 204];
});

const konsil = async (line: string) => {
  const lines: string[] = [];
  const code = await runCommand(
    line.split(' '),
    async () => ({
      ...house.kernel,
      env: house.env,
      clock: house.clock,
      files: openFileStore(house.env),
      close: async () => undefined,
    }),
    { called: 'konsil', say: (text) => lines.push(text), complain: (text) => lines.push(text) },
  );
  return { code, text: lines.join('\n') };
};
const secretIn = (text: string): string => /Secret: (\S+)/.exec(text)?.[1] ?? '';
const idIn = (text: string): string => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text)?.[0] ?? '';
const arrived = async (count: number): Promise<Received[]> => {
  await waitUntil(() => received.length >= count);
  return received;
};
/** Verifies a webhook as docs/webhooks.md describes it for receivers. */
const isSigned = ({ headers, text }: Received, secret: string): boolean => {
  const [time = '', ...sums] = String(headers['konsil-signature']).split(',');
  const expected = createHmac('sha256', secret)
    .update(`${time.slice(2)}.${text}`)
    .digest('hex');
  return sums.some((sum) => sum === `v1=${expected}`);
};

let id: string;
let secret: string;
test('announces a request, an answer and a document of the doctor by ids only, signed', async () => {
  const added = await konsil(`webhook add ${address}`);
  expect(added.code).toBe(0);
  [id, secret] = [idIn(added.text), secretIn(added.text)];
  // The request announces the patient's own documents.
  const letter = await addLetter(house, ours);
  const request = bodyOf<{ id: string }>(await send(house, ours), 201);
  const answered = bodyOf<{ id: string }>(await answer(house, ours, 'question_to_patient'), 201);
  const report = await addLetter(house, ours, ours.doctor);
  const calls = await arrived(3);
  const ids = { patient_id: ours.patientId, case_id: ours.caseId, doctor_id: ours.doctor.accountId };
  const told = calls.map(({ body }) => ({ ...webhookBodySchema.parse(body), at: '', id: '' }));
  expect(told).toHaveLength(3);
  expect(told).toEqual(
    expect.arrayContaining([
      { event: 'request.sent', ...ids, ref_id: request.id, at: '', id: '' },
      { event: 'answer.sent', ...ids, ref_id: answered.id, at: '', id: '' },
      { event: 'document.added', ...ids, ref_id: report, at: '', id: '' },
    ]),
  );
  for (const call of calls) {
    expect(isSigned(call, secret)).toBe(true);
    expect(isSigned(call, `${secret}x`)).toBe(false);
    expect(call.headers).toMatchObject({ 'konsil-event': call.body.event, 'konsil-delivery': call.body.id });
    expect(call.text).not.toContain(letter);
  }
});

test('while a secret is rotated, both sign; a day later only the new one does', async () => {
  const rotated = secretIn((await konsil(`webhook rotate ${id}`)).text);
  expect(rotated).not.toBe(secret);
  await addLetter(house, ours, ours.doctor);
  const [during] = await arrived(1);
  expect(during && [isSigned(during, secret), isSigned(during, rotated)]).toEqual([true, true]);
  house.clock.advance(25 * hourMs);
  received.length = 0;
  const doctor = await signInAgain(house.app, ours.doctor);
  await addLetter(house, ours, doctor);
  const [after] = await arrived(1);
  expect(after && [isSigned(after, secret), isSigned(after, rotated)]).toEqual([false, true]);
});

test('announces only the chosen events of the chosen doctors', async () => {
  const other = await inviteDoctor(house);
  await konsil(`webhook remove ${id}`);
  const added = await konsil(`webhook add ${address} --events answer.sent --doctors ${other.email}`);
  id = idIn(added.text);
  const doctor = await signInAgain(house.app, ours.doctor);
  const patient = await signInAgain(house.app, ours.patient);
  await addLetter(house, ours, doctor);
  const theirs = await newCase(house, { patient, doctor: other, patientId: ours.patientId });
  await addLetter(house, theirs);
  bodyOf(await send(house, theirs), 201);
  bodyOf(await answer(house, theirs, 'question_to_patient'), 201);
  expect((await arrived(1)).map(({ body }) => [body.event, body.doctor_id])).toEqual([
    ['answer.sent', other.accountId],
  ]);
  await konsil(`webhook remove ${id}`);
});

test('retries a failed call with the same id; disables the webhook after some days', async () => {
  const added = await konsil(`webhook add ${address} --events document.added`);
  id = idIn(added.text);
  const doctor = await signInAgain(house.app, ours.doctor);
  status = 500;
  await addLetter(house, ours, doctor);
  await arrived(1);
  await waitUntil(async () => (await listWebhooks(house.kernel))[0]?.state === 'failing');
  status = 204;
  house.clock.advance(hourMs);
  const [first, second] = await arrived(2);
  expect(second?.body).toEqual(first?.body);
  await waitUntil(async () => (await listWebhooks(house.kernel))[0]?.state === 'working');

  status = 500;
  await addLetter(house, ours, await signInAgain(house.app, ours.doctor));
  await waitUntil(async () => (await listWebhooks(house.kernel))[0]?.state === 'failing');
  house.clock.advance(4 * dayMs);
  await waitUntil(async () => (await listWebhooks(house.kernel))[0]?.state === 'disabled');
  const [letter] = await house.outbox(house.env.OPERATOR_EMAIL);
  expect(letter?.subject).toBe(`Webhook abgeschaltet: ${new URL(address).host}`);
  expect(letter?.text).not.toContain('key=theirs');
  expect(await countWebhooks(house.kernel.db)).toEqual({ working: 0, failing: 0, disabled: 1 });
  const listed = await konsil('webhook list');
  expect([listed.code, listed.text]).toEqual([1, expect.stringMatching(/^disabled .* HTTP 500$/)]);

  [received, status] = [[], 204];
  await konsil(`webhook enable ${id}`);
  await addLetter(house, ours, await signInAgain(house.app, ours.doctor));
  await arrived(1);
  expect((await konsil('webhook list')).text).toMatch(/^working/);
});

test.each([
  ['webhook add ftp://example.org/', 'The address must begin with https://.'],
  ['webhook add https://user:word@example.org/', 'The address must have no user name, password or #.'],
  ['webhook add https://example.org/ --events nothing', 'There is no event "nothing"'],
  ['webhook add https://example.org/ --doctors nobody@example.org', 'There is no doctor with the address'],
  ['webhook remove x', '"webhook list" shows the ids.'],
  ['webhook rotate 0b8b5f2e-6f0f-4d6c-9a51-0d9e1a4b7c10', 'There is no webhook'],
])('%s is refused with a one-line error', async (line, sentence) => {
  const { code, text } = await konsil(line);
  expect([code, text]).toEqual([2, expect.stringContaining(sentence)]);
});

test('in production an address must be https', async () => {
  const production = { ...house.kernel, env: { NODE_ENV: 'production' as const } };
  await expect(addWebhook(production, { url: address, events: [], doctorIds: null })).rejects.toThrow('https://');
});
