// Runs the oldest version that the migrations promise to work with (`-- oldest code: TAG`) on the present data model,
// beside the present version and under load: neither may answer anything but what it should.
// The portals must be built (npm run build).
// node tools/bench/older-release.mjs [--ref COMMIT] [--seconds 20]
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildServer, firstCase, makeFolder, removeFolder, runServer } from './server.mjs';

const root = resolve(import.meta.dirname, '../..');
const migrations = 'libs/server/domain/src/database/migrations';
const { values } = parseArgs({ options: { ref: { type: 'string' }, seconds: { type: 'string', default: '20' } } });
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/**
 * The last commit before a migration that the oldest promised version does not know; undefined if no version older than
 * the newest migration is promised. A version runs only if every migration that it does not know allows it.
 */
const oldestPromised = () => {
  const names = readdirSync(join(root, migrations))
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const oldest = names.map((name) => {
    const tag = /^-- oldest code: (\S+)/.exec(readFileSync(join(root, migrations, name), 'utf8'))?.[1];
    return tag ? names.indexOf(`${tag}.sql`) : names.indexOf(name);
  });
  const next = names.findIndex((_, place) => place > 0 && oldest.slice(place).every((allowed) => allowed < place));
  if (next < 0) return undefined;
  const added = git('log', '--diff-filter=A', '--format=%H', '--', `*/${names[next]}`).split('\n').at(-1);
  return `${added}^`;
};

/** Builds a version in a worktree of its own, with the packages of this one. */
const buildOlder = (ref) => {
  const folder = join(mkdtempSync(join(tmpdir(), 'konsil-older-')), 'tree');
  git('worktree', 'add', '--quiet', '--detach', folder, ref);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, ['tools/build-server.mjs'], { cwd: folder, stdio: 'inherit' });
  // Its portals are not asked; it only serves their folders.
  for (const name of readdirSync(join(root, 'dist/apps')).filter((app) => app !== 'server'))
    symlinkSync(join(root, 'dist/apps', name), join(folder, 'dist/apps', name));
  return folder;
};

const faults = [];
let calls = 0;
const expectStatus = async (who, what, answer, status) => {
  calls += 1;
  const got = await answer;
  if (got.status !== status) faults.push(`${who}: ${what} answered ${got.status}, not ${status}`);
  return got;
};

/** The main job at one server: read, write, upload, and download what was uploaded at the other one. */
const work = async (who, server, caseId, uploaded, until) => {
  const get = (path) => fetch(server.origin + path, { headers: server.headers });
  while (performance.now() < until) {
    for (const path of [
      '/account/me',
      '/api/process',
      `/api/processoverview/${caseId}`,
      `/api/documentsoverview/${caseId}`,
    ])
      await (await expectStatus(who, path, get(path), 200)).arrayBuffer();
    const bytes = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(20_000)]);
    const form = new FormData();
    form.append('File', new Blob([bytes]), 'befund.pdf');
    const answer = await expectStatus(
      who,
      'an upload',
      fetch(`${server.origin}/api/individualdocument/post/${caseId}`, {
        method: 'POST',
        headers: server.headers,
        body: form,
      }),
      201,
    );
    if (answer.status === 201) {
      const [{ documentId }] = await answer.json();
      uploaded.push({ by: who, documentId, sha256: createHash('sha256').update(bytes).digest('hex') });
    }
    const foreign = uploaded.findLast(({ by }) => by !== who);
    if (!foreign) continue;
    const path = `/api/individualdocument/get/${foreign.documentId}`;
    const located = await expectStatus(who, 'the address of a file of the other version', get(path), 200);
    if (located.status !== 200) continue;
    const { Filelocation } = await located.json();
    const { pathname } = new URL(Filelocation);
    const file = await expectStatus(who, 'a file of the other version', get(pathname), 200);
    const sum = createHash('sha256')
      .update(Buffer.from(await file.arrayBuffer()))
      .digest('hex');
    if (sum !== foreign.sha256) faults.push(`${who}: ${foreign.documentId} of ${foreign.by} is not what was uploaded`);
  }
};

const wanted = values.ref ?? oldestPromised();
if (!wanted) {
  console.log('No version older than the newest migration is promised: nothing to run.');
  process.exit(0);
}
const ref = git('rev-parse', '--short', wanted);
const older = buildOlder(ref);
const folder = makeFolder();
const running = [];
try {
  buildServer();
  const now = await runServer(folder);
  running.push(now);
  const before = await runServer(folder, { MIGRATE_AT_START: '0' }, { root: older, firstPort: 27_330 });
  running.push(before);
  const { id } = await firstCase(now);
  const uploaded = [];
  const until = performance.now() + Number(values.seconds) * 1000;
  await Promise.all([
    work('the present version', now, id, uploaded, until),
    work(`version ${ref}`, before, id, uploaded, until),
  ]);
  for (const who of ['the present version', `version ${ref}`])
    if (!uploaded.some(({ by }) => by === who)) faults.push(`${who} stored nothing`);
  console.log(
    `${calls} calls at both versions, ${uploaded.length} files; ${ref} on the data model of the present version`,
  );
  for (const fault of [...new Set(faults)].slice(0, 20)) console.log(fault);
  console.log(faults.length === 0 ? 'both answered as they should' : `${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  for (const server of running.reverse()) await server.end('SIGTERM');
  removeFolder(folder);
  git('worktree', 'remove', '--force', older);
  rmSync(join(older, '..'), { recursive: true, force: true });
}
