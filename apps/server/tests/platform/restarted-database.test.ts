import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Todo } from '@konsil/contracts/todos';
import { todos } from '@konsil/server-domain/schema';
import { testApp, type TestApp } from '../support/app.ts';
import { sentCase } from '../support/cases.ts';
import { createTestCluster } from '../support/database.ts';
import { requestsAs, inviteDoctor, signUpPatient, type Person } from '../support/people.ts';
import { waitUntil } from '@konsil/server-testing/until';
import { verifyChains } from '@konsil/server-platform/audit/audit';
import { dayMs } from '@konsil/server-platform/clock';

const dataDir = mkdtempSync(join(tmpdir(), 'konsil-restarted-'));
const writers = 8;
const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);
let house: TestApp;
let patient: Person;
let caseId: string;

beforeAll(async () => {
  process.on('unhandledRejection', note);
  house = await testApp({}, createTestCluster(dataDir));
  patient = await signUpPatient(house);
  ({ caseId } = await sentCase(house, { patient, doctor: await inviteDoctor(house) }));
  await house.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await house.close();
  process.off('unhandledRejection', note);
  rmSync(dataDir, { recursive: true, force: true });
});

const openStream = async () => {
  const heard = { text: '', close: () => undefined as void };
  const call = get(
    {
      port: (house.app.server.address() as AddressInfo).port,
      host: '127.0.0.1',
      path: '/api/events',
      headers: { authorization: `Token ${patient.token}` },
    },
    (response: IncomingMessage) => {
      response
        .on('data', (chunk: Buffer) => {
          heard.text += chunk.toString();
        })
        .on('error', () => undefined);
    },
  );
  call.on('error', () => undefined);
  heard.close = () => void call.destroy();
  await waitUntil(() => heard.text.includes('retry:'));
  return heard;
};

test('an immediate database restart under load loses nothing; clients retry', async () => {
  const stream = await openStream();
  const deadline = new Date(Date.now() + 5 * dayMs).toISOString().slice(0, 10);
  const acknowledged: string[] = [];
  const refused: { status: number; again: unknown }[] = [];
  let working = true;
  const write = async (writer: number) => {
    for (let count = 0; working; count += 1) {
      const answer = await requestsAs(house.app, patient).post(`/api/aufgaben/${caseId}`, {
        title: `Aufgabe ${writer}-${count}`,
        content: 'Anrufen.',
        deadline,
        priority: 'normal',
        assignee: 'patient',
      });
      if (answer.statusCode === 201) acknowledged.push(answer.json<Todo>().id);
      else refused.push({ status: answer.statusCode, again: Number(answer.headers['retry-after']) >= 1 });
    }
  };
  const work = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  await waitUntil(() => acknowledged.length > 20);

  // Like `pg_ctl restart -m immediate`: cuts every connection without a checkpoint.
  process.kill(Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGQUIT');
  await waitUntil(() => refused.length > 0);
  const before = acknowledged.length;
  await waitUntil(() => acknowledged.length > before + 20);
  working = false;
  await work;

  expect(refused.filter(({ status, again }) => status !== 503 || !again)).toEqual([]);
  const kept = new Set((await house.kernel.db.select({ id: todos.id }).from(todos)).map(({ id }) => id));
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  expect((await verifyChains(house.kernel.db, house.kernel.vault)).faults).toEqual([]);

  await waitUntil(() => stream.text.includes('resync'));
  const heard = stream.text.length;
  await requestsAs(house.app, patient).post(`/api/aufgaben/${caseId}`, {
    title: 'Danach',
    content: 'Anrufen.',
    deadline,
    priority: 'normal',
    assignee: 'patient',
  });
  await waitUntil(() => stream.text.slice(heard).includes('"todo"'));
  stream.close();
  expect(unhandled).toEqual([]);
});
