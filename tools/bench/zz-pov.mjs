import http from 'node:http';
import { runServer, firstCase, median, processorMs } from './server.mjs';
const server = await runServer('/tmp/data-2000');
const theCase = await firstCase(server);
const ask = (enc) => new Promise((done, fail) => { const b = performance.now(); http.get(`${server.origin}/api/processoverview/${theCase.id}`, { headers: { ...server.headers, ...(enc ? { 'accept-encoding': enc } : {}) } }, (r) => { let n = 0; r.on('data', (d) => { n += d.length; }); r.on('end', () => done([performance.now() - b, n, r.headers['content-encoding']])); }).on('error', fail); });
for (const enc of ['', 'br', 'gzip']) {
  const t = []; let size; const N = Number(process.env.N ?? 60); let c;
  for (let n = -20; n < N; n += 1) { if (n === 0) c = processorMs(server.pid); const [ms, s, e] = await ask(enc); size = `${s} ${e}`; if (n >= 0) t.push(ms); }
  console.log(enc || 'identity', median(t).toFixed(1), 'min', Math.min(...t).toFixed(1), size, 'cpu', ((processorMs(server.pid) - c) / N).toFixed(1));
}
await server.end('SIGTERM');
