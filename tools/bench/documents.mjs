// The documents of a case that holds 2,000: how soon a page of them is answered (issue 4: under 50 ms at the median).
//   node tools/bench/documents.mjs [--documents 2000]
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { firstCase, median, startServer } from './server.mjs';

const { values } = parseArgs({ options: { documents: { type: 'string', default: '2000' } } });
const budgetMs = 50;
const kinds = ["Doctor's letter", 'Laboratory report', 'MRI scan', 'X-ray', 'Operation report'];

const server = await startServer();
try {
  const { id } = await firstCase(server);
  const add = async (n) => {
    const form = new FormData();
    form.append('File', new Blob([`%PDF-1.4\n${randomBytes(500).toString('hex')}`]), `Befund ${n}.pdf`);
    const [{ documentId }] = await (await fetch(`${server.origin}/api/individualdocument/post/${id}`, { method: 'POST', headers: server.headers, body: form })).json();
    const issued = new Date(Date.now() - n * 3_600_000 * 7).toISOString().slice(0, 10);
    await server.post(`/api/metadata/${documentId}`, { document_medical_kind: kinds[n % kinds.length], source_kind: 'Hospital', source_name: 'Klinikum Rosenberg', issue_date: issued });
  };
  for (let n = 0; n < Number(values.documents); n += 4) await Promise.all([n, n + 1, n + 2, n + 3].map(add));

  let slowest = 0;
  for (const query of ['', '?sort=issue_date', '?sort=kind&group=image', '?search=befund', '?source=hospital&from=2026-01-01', '?sort=name', '?archived=true']) {
    const times = [];
    for (let n = 0; n < 25; n += 1) {
      const begun = performance.now();
      await server.get(`/api/documentsoverview/${id}${query}`);
      times.push(performance.now() - begun);
    }
    slowest = Math.max(slowest, median(times));
    console.log(`${(query || '(first page)').padEnd(36)} ${median(times).toFixed(1)} ms`);
  }
  console.log(`slowest median ${slowest.toFixed(1)} ms   (budget ${budgetMs} ms)`);
  process.exitCode = slowest < budgetMs ? 0 : 1;
} finally {
  await server.stop();
}
