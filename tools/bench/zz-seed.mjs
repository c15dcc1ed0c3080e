import { readFileSync } from 'node:fs';
import { startServer, runServer, firstCase, median } from './server.mjs';
import { mkdirSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
mkdirSync('/tmp/data-2000', { recursive: true });
const server = await runServer('/tmp/data-2000');
const theCase = await firstCase(server);
const kinds = ["Doctor's letter", 'Laboratory report', 'MRI scan', 'X-ray', 'Operation report'];
const add = async (n) => {
  const form = new FormData();
  form.append('File', new Blob([Buffer.from(`%PDF-1.4\n${randomBytes(500).toString('hex')}`)]), `Befund ${n}`);
  const [{ documentId }] = await (await fetch(`${server.origin}/api/individualdocument/post/${theCase.id}`, { method: 'POST', headers: server.headers, body: form })).json();
  const issued = new Date(Date.now() - n * 3_600_000 * 7).toISOString().slice(0, 10);
  await server.post(`/api/metadata/${documentId}`, { document_medical_kind: kinds[n % 5], source_kind: 'Hospital', source_name: 'Klinikum Rosenberg', issue_date: issued });
};
for (let n = 0; n < 2000; n += 4) await Promise.all([n, n + 1, n + 2, n + 3].map(add));
console.log(theCase.id); await server.end('SIGTERM');
