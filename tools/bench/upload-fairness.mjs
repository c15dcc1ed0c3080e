// Measures if one account can delay the uploads of others (issue 32): four concurrent uploads of slow PDFs without pause,
// beside a doctor who uploads photos one by one. Reports the 95th percentile of the photos, alone and under load.
// node tools/bench/upload-fairness.mjs [--photos 60]
import { parseArgs } from 'node:util';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { exitCodeFor, smoke } from './budget.mjs';
import { firstCase, startServer, untilIdle } from './server.mjs';

const { values } = parseArgs({ options: { photos: { type: 'string', default: smoke ? '3' : '60' } } });
const count = Number(values.photos);
const budget = 2;
const slowAtOnce = smoke ? 1 : 4;

/** A PDF whose page has hundreds of megabytes of operators in about 150 kB. */
const aSlowPdf = () => {
  const content = deflateSync(Buffer.alloc((smoke ? 1 : 48) * 1024 * 1024, '0 0 m 9 9 l S q 1 0 0 1 0 0 cm Q\n'));
  const parts = [
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources <<>> /Contents 4 0 R>>',
  ].map((object, index) => Buffer.from(`${index === 0 ? '%PDF-1.7\n' : ''}${index + 1} 0 obj\n${object}\nendobj\n`));
  parts.push(
    Buffer.from(`4 0 obj\n<</Filter /FlateDecode /Length ${content.length}>>\nstream\n`),
    content,
    Buffer.from('\nendstream\nendobj\ntrailer <</Root 1 0 R>>\n%%EOF\n'),
  );
  return Buffer.concat(parts);
};
const slow = aSlowPdf();
// A different suffix each, because duplicates would not be read again.
const nextSlow = () => Buffer.concat([slow, Buffer.from(`%${Math.random()}`)]);
const aPhoto = () =>
  sharp({
    create: {
      width: 1200,
      height: 900,
      channels: 3,
      background: '#884444',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer();

/** Milliseconds from the start of an upload to its response. */
const send = async (origin, headers, caseId, name, bytes) => {
  const body = new FormData();
  body.append('File', new Blob([bytes]), name);
  const begun = performance.now();
  const response = await fetch(`${origin}/api/individualdocument/post/${caseId}`, { method: 'POST', headers, body });
  await response.arrayBuffer();
  if (response.status !== 201) throw new Error(`An upload was answered with ${response.status}.`);
  return performance.now() - begun;
};

const server = await startServer();
try {
  const { origin } = server;
  const login = await fetch(`${origin}/account/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'doctor@konsil.example', password: 'Konsil-Demo-1' }),
  });
  const { CSRF_Token: csrf, Authorization: token } = await login.json();
  const doctor = { authorization: `Token ${token}`, 'x-csrftoken': csrf };
  const {
    items: [theirs],
  } = await (await fetch(`${origin}/api/process`, { headers: doctor })).json();
  const { id: own } = await firstCase(server);
  const photos = async () => {
    const times = [];
    for (let n = 0; n < count; n += 1)
      times.push(await send(origin, doctor, theirs.id, `foto-${n}.jpg`, await aPhoto()));
    return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)];
  };
  await send(origin, doctor, theirs.id, 'first.jpg', await aPhoto());
  await untilIdle(server.pid);
  const quiet = await photos();
  let stopped = false;
  const floods = Array.from({ length: slowAtOnce }, async () => {
    while (!stopped) await send(origin, server.headers, own, 'slow.pdf', nextSlow());
  });
  const beside = await photos();
  stopped = true;
  await Promise.all(floods);
  const ratio = beside / quiet;
  console.log(
    `photos of others, 95th percentile: quiet ${quiet.toFixed(0)} ms, beside ${slowAtOnce} slow PDFs of one account ${beside.toFixed(0)} ms, ratio ${ratio.toFixed(2)} (budget ${budget})`,
  );
  process.exitCode = exitCodeFor(ratio <= budget);
} finally {
  await server.stop();
}
