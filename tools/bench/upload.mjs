// Uploads of 16 MB compared with hashing and encrypting the same bytes in plain Node, and their memory (issue 4).
// Plain: SHA-256 and AES-256-GCM by the megabyte in one thread. An upload: from the first byte to the response,
// including the form, hashing, encryption and sync, reading the PDF, and committing row, audit entry and event.
// Throughput is for several senders together, on the same machine as the database; the CPU time shows each part's
// share. Previews wait until uploads are over (at most 5 s): their CPU time is reported separately after each round.
// The floor is a server that receives the same bytes by Node's HTTP, hashes and encrypts them. All take turns under the
// same conditions. With --folder on a memory disk, only the CPU's part is left. A fresh virtual machine pays for each
// new page of disk cache: 40 ms of CPU per upload instead of 14 later.
// node tools/bench/upload.mjs [--rounds 4] [--folder /dev/shm]
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exitCodeFor, smoke } from './budget.mjs';
import { firstCase, median, processorMs, startServer, untilIdle } from './server.mjs';
import { fileBytes, Sender } from './upload-form.mjs';
import { timePlain } from './upload-plain.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '4' }, folder: { type: 'string' } } });
const rounds = Number(values.rounds);
const mebibyte = 1024 * 1024;
const budgets = { factor: 1.5, growth: 30 * mebibyte };
const measured = smoke ? [4] : [4, 8];
// An account has four concurrent uploads; others wait at the server.
const eachRound = smoke ? 1 : 32;

/** Milliseconds per upload when these senders share `count`, and the CPU time of a process and its children. */
const together = async (senders, count, pid) => {
  const before = { server: processorMs(pid), sender: process.cpuUsage() };
  const begun = performance.now();
  let left = count;
  await Promise.all(
    senders.map(async (sender) => {
      for (; left > 0; await sender.send()) left -= 1;
    }),
  );
  const ms = performance.now() - begun;
  const { user, system } = process.cpuUsage(before.sender);
  const used = processorMs(pid) - before.server;
  return {
    ms: ms / count,
    server: used / count,
    sender: (user + system) / 1000 / count,
    afterwards: (await untilIdle(pid)) / count,
  };
};

/** A single upload: its time, and the growth of the server's memory. */
const alone = async (server, sender) => {
  const before = server.memory();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, server.memory())), 2);
  const ms = await sender.send();
  clearInterval(watch);
  return { ms, growth: Math.max(most, server.memory()) - before };
};

const startFloor = async () => {
  const child = fork(join(import.meta.dirname, 'upload-floor.mjs'));
  const port = await new Promise((ready) => child.once('message', ready));
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid, end: () => child.kill() };
};

const server = await startServer(values.folder);
const floor = await startFloor();
const { id } = await firstCase(server);
const sendersTo = (count, ...target) => Array.from({ length: count }, () => new Sender(...target));
const senders = sendersTo(
  Math.max(...measured),
  server.origin.replace('localhost', '127.0.0.1'),
  `/api/individualdocument/post/${id}`,
  server.headers,
);
const floorSenders = sendersTo(4, floor.origin, '/');
try {
  const warmUp = smoke ? 1 : 4 * eachRound;
  await together(senders, warmUp, server.pid);
  await together(floorSenders, warmUp, floor.pid);
  const found = { plain: [], alone: [], floor: [], ...Object.fromEntries(measured.map((count) => [count, []])) };
  for (let round = 0; round < rounds; round += 1) {
    for (let n = 0; n < (smoke ? 1 : 5); n += 1) found.plain.push(timePlain(senders[0].bytes));
    for (let n = 0; n < (smoke ? 1 : 3); n += 1) found.alone.push(await alone(server, senders[0]));
    await untilIdle(server.pid);
    found.floor.push(await together(floorSenders, eachRound, floor.pid));
    for (const count of measured) found[count].push(await together(senders.slice(0, count), eachRound, server.pid));
  }
  const plain = median(found.plain);
  const middle = (results, of) => median(results.map((result) => result[of]));
  const line = (what, ms, more = '') =>
    console.log(
      `${what.padEnd(34)} ${ms.toFixed(1).padStart(6)} ms ${(fileBytes / 1e6 / (ms / 1000)).toFixed(0).padStart(5)} MB/s   ${more}`,
    );
  const processors = (results, previews = '') =>
    `factor ${(middle(results, 'ms') / plain).toFixed(2)}, processor time: server ${middle(results, 'server').toFixed(0)} ms, sender ${middle(results, 'sender').toFixed(0)} ms${previews}`;
  const afterwards = (results) => `, previews afterwards ${middle(results, 'afterwards').toFixed(0)} ms`;
  line('plain hash and encryption', plain);
  line('only received, hashed, encrypted', middle(found.floor, 'ms'), processors(found.floor));
  line('one upload, start to answer', middle(found.alone, 'ms'));
  for (const count of measured)
    line(`${count} at a time, each`, middle(found[count], 'ms'), processors(found[count], afterwards(found[count])));
  const factor = Math.min(...measured.map((count) => middle(found[count], 'ms'))) / plain;
  const growths = found.alone.map(({ growth }) => growth);
  console.log(`factor of throughput ${factor.toFixed(2)} (budget ${budgets.factor})`);
  console.log(
    `memory of one upload +${(median(growths) / mebibyte).toFixed(1)} MB median, +${(Math.max(...growths) / mebibyte).toFixed(1)} MB most (budget ${budgets.growth / mebibyte} MB)`,
  );
  process.exitCode = exitCodeFor(factor <= budgets.factor && median(growths) <= budgets.growth);
} finally {
  floor.end();
  await server.stop();
}
