// npm test: runs all checks to the end, even after failures.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { ensureChromium } from './chromium.mjs';
import { ensureDependencies, env, step } from './setup.mjs';
import { Tally } from './tally.mjs';
import { ensureTestPrograms } from './test-programs.mjs';
import { ensureWebKit } from './webkit.mjs';

const browserReport = 'dist/test-results/browser.json';
const tally = new Tally();
const begun = Date.now();

const node = (args, options = {}) => spawnSync(process.execPath, args, { stdio: 'inherit', env, ...options });
const nx = (args, settings = {}) => node(['node_modules/nx/dist/bin/nx.js', ...args], { env: { ...env, ...settings } });
const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** The end of a task's output. */
const endOf = ({ hash }) => {
  const file = `.nx/cache/terminalOutputs/${hash}`;
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').slice(-15).join('\n') : '';
};

/** Lint and types of all projects, in parallel. */
const runWholeChecks = () =>
  Promise.all(
    ['lint', 'typecheck'].map(async (name) => {
      const checking = spawn(process.execPath, [`tools/${name}.mjs`], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      const said = [];
      for (const stream of [checking.stdout, checking.stderr]) stream.on('data', (piece) => said.push(piece));
      const status = await new Promise((ended) => checking.on('close', ended));
      const text = Buffer.concat(said).toString('utf8');
      if (text.trim()) console.log(text);
      tally.check(name, status === 0, text.trim().split('\n').slice(-15).join('\n'));
    }),
  );

/** Unit, component and API tests, builds; unchanged ones come from the cache. */
const runTargets = () => {
  rmSync('dist/test-results', { recursive: true, force: true });
  rmSync('.nx/cache/run.json', { force: true });
  nx(['run-many', '-t', 'test', 'build', '--output-style=static']);
  const tasks = readReport('.nx/cache/run.json')?.tasks ?? [];
  const builds = tasks.filter(({ target }) => target === 'build');
  const broken = builds.filter(({ status }) => status !== 0);
  tally.check(
    `build${broken.length ? ` of ${broken.map(({ projectName }) => projectName).join(', ')}` : ''}`,
    builds.length > 0 && broken.length === 0,
    broken.map(endOf).join('\n'),
  );
  for (const { projectName, status, hash } of tasks.filter(({ target }) => target === 'test')) {
    const outcomes = readReport(`dist/test-results/${projectName}.json`);
    if (outcomes) tally.addJest(projectName, outcomes);
    else if (status !== 0) tally.check(`tests of ${projectName} did not run`, false, endOf({ hash }));
  }
};

const runTap = (args, settings = {}) => {
  const { stdout } = node(args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    env: { ...env, ...settings },
  });
  const report = String(stdout);
  tally.addTap(report);
  process.stdout.write(report.replace(/^ {2}---\n[^]*?^ {2}\.\.\.\n|^# Subtest.*\n|^TAP version.*\n/gm, ''));
};

// Node leaves one core out, which is half of a small machine.
const runChecks = () =>
  runTap(['--test', '--test-reporter=tap', `--test-concurrency=${availableParallelism()}`, 'tools/checks/']);

const runBenches = async () => runTap(['tools/bench/smoke.mjs'], { CHROMIUM_PATH: await ensureChromium() });

const runStories = async () => {
  nx(['run', 'ui:check-stories', '--output-style=static'], { CHROMIUM_PATH: await ensureChromium() });
  const outcomes = readReport('dist/test-results/stories.json');
  if (outcomes) tally.addJest('story', outcomes);
  else tally.check('the stories were not shown', false);
};

const runBrowser = async () => {
  const chromium = await ensureChromium();
  if (!chromium) return tally.check('browser tests: there is no Chromium; install one or set CHROMIUM_PATH', false);
  if (!(await ensureWebKit())) console.log('There is no WebKit here: its tests are left out.');
  nx(['run', 'portals-e2e:e2e', '--output-style=stream-without-prefixes'], { CHROMIUM_PATH: chromium });
  const report = readReport(browserReport);
  if (report) tally.addPlaywright(report);
  else tally.check('browser tests did not run', false);
};

await ensureDependencies();
for (const name of await ensureTestPrograms()) console.log(`There is no ${name} here: its tests are left out.`);
await step('Lint and types', runWholeChecks);
await step('Unit, component and API tests, builds', runTargets);
await step('Workspace checks', runChecks);
await step('Benches, each with as little work as it can do', runBenches);
await step('Stories with axe at 320 px', runStories);
await step('Browser tests', runBrowser);

console.log(`${((Date.now() - begun) / 1000).toFixed(0)} s`);
console.log(tally.report());
process.exit(tally.failed.length > 0 ? 1 : 0);
