// Uploads of 16 MB against hashing and encrypting the same bytes in plain Node, and what they cost in memory (issue 4).
// Plain: SHA-256 of all bytes and AES-256-GCM by the megabyte in one thread, nothing else. An upload: from the first byte
// sent to the answer, with the form read, the file hashed, encrypted and synced to the disk, the PDF opened and looked at, and the
// row, the audit record and the event committed. Throughput is told of four senders at once; they run on the same machine.
//   node tools/bench/upload.mjs [--runs 20]
import { createCipheriv, createHash, randomBytes, randomFillSync } from 'node:crypto';
import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';
import { firstCase, median, startServer } from './server.mjs';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '20' } } });
const runs = Number(values.runs);
const size = 16 * 1024 * 1024;
const atOnce = 4;
const mebibyte = 1024 * 1024;
const budgets = { factor: 1.5, growth: 30 * mebibyte };

/** A PDF of one empty page and a picture that fills the rest of the 16 MB, as a scanner makes it. */
const aPdf = () => {
  const start = '%PDF-1.4\n1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj\n2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj\n3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources <<>>>> endobj\n';
  const objects = [...start.matchAll(/\d 0 obj/g)].map(({ index }) => index).concat(start.length);
  const entries = objects.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const parts = (length, xref) => [`${start}4 0 obj <</Length ${String(length).padStart(8, '0')}>> stream\n`, `\nendstream endobj\nxref\n0 5\n0000000000 65535 f \n${entries}trailer <</Size 5 /Root 1 0 R>>\nstartxref\n${String(xref).padStart(8, '0')}\n%%EOF\n`];
  const length = size - parts(0, 0).join('').length;
  const [head, tail] = parts(length, size - parts(0, 0)[1].length + '\nendstream endobj\n'.length);
  return Buffer.concat([Buffer.from(head), randomBytes(length), Buffer.from(tail)]);
};

/** What the server must do at the least: a hash of all, and AES-256-GCM by the megabyte. */
const plain = (bytes) => {
  const begun = performance.now();
  const hash = createHash('sha256');
  const key = randomBytes(32);
  for (let at = 0; at < bytes.length; at += mebibyte) {
    const piece = bytes.subarray(at, at + mebibyte);
    hash.update(piece);
    const cipher = createCipheriv('aes-256-gcm', key, randomBytes(12));
    cipher.update(piece);
    cipher.final();
    cipher.getAuthTag();
  }
  hash.digest();
  return performance.now() - begun;
};
const cpuOfPlain = (bytes) => {
  const before = process.cpuUsage();
  plain(bytes);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

const agent = new Agent({ keepAlive: true });
const boundary = '----konsil-bench';
const upload = (server, caseId, bytes) => new Promise((done, failed) => {
  const head = Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="File"; filename="bench.pdf"\r\ncontent-type: application/pdf\r\n\r\n`);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const begun = performance.now();
  const call = request(`${server.origin}/api/individualdocument/post/${caseId}`, {
    method: 'POST', agent, headers: { ...server.headers, 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': head.length + bytes.length + tail.length },
  }, (answer) => {
    let text = '';
    answer.on('data', (piece) => (text += piece)).on('end', () => (answer.statusCode === 201 ? done(performance.now() - begun) : failed(new Error(`${answer.statusCode} ${text}`))));
  });
  call.on('error', failed);
  call.write(head);
  call.write(bytes);
  call.end(tail);
});

const server = await startServer();
try {
  const { id } = await firstCase(server);
  for (let n = 0; n < 5; n += 1) await upload(server, id, aPdf());
  const times = { plain: [], upload: [] };
  const cpu = { plain: [], before: server.cpu() };
  const growths = [];
  // Taking turns, so that both meet the same machine.
  for (let n = 0; n < runs; n += 1) {
    const bytes = aPdf();
    times.plain.push(plain(bytes));
    cpu.plain.push(cpuOfPlain(bytes));
    const before = server.memory();
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, server.memory())), 2);
    times.upload.push(await upload(server, id, bytes));
    clearInterval(watch);
    growths.push(Math.max(most, server.memory()) - before);
  }
  const cpuOfUpload = (server.cpu() - cpu.before) / runs;
  const [base, took] = [median(times.plain), median(times.upload)];
  const rate = (ms) => `${(16 / (ms / 1000)).toFixed(0)} MB/s`;
  // Throughput is what several senders get together.
  const senders = Array.from({ length: atOnce }, aPdf);
  let left = runs;
  const begun = performance.now();
  await Promise.all(senders.map(async (bytes) => {
    while (left > 0) {
      left -= 1;
      // Another file each time, at no cost to the sender: the two share the machine.
      randomFillSync(bytes, 1024, 16);
      await upload(server, id, bytes);
    }
  }));
  const each = (performance.now() - begun) / runs;
  console.log(`plain hash and encryption   ${base.toFixed(1)} ms   ${rate(base)}`);
  console.log(`one upload, start to answer ${took.toFixed(1)} ms   ${rate(took)}`);
  console.log(`${atOnce} at a time                ${each.toFixed(1)} ms   ${rate(each)}`);
  console.log(`factor of throughput        ${(each / base).toFixed(2)}   (budget ${budgets.factor})`);
  console.log(`processor time              plain ${median(cpu.plain).toFixed(0)} ms, server ${cpuOfUpload.toFixed(0)} ms an upload`);
  console.log(`memory of one upload        +${(median(growths) / mebibyte).toFixed(1)} MB median, +${(Math.max(...growths) / mebibyte).toFixed(1)} MB most   (budget ${budgets.growth / mebibyte} MB)`);
  process.exitCode = each / base <= budgets.factor && median(growths) <= budgets.growth ? 0 : 1;
} finally {
  agent.destroy();
  await server.stop();
}
