// Attacks the present code at length, with tests and benches that `npm test` runs briefly. Each campaign ends with 1 if
// something got through.
// node tools/campaigns.mjs [NAME[=NUMBER] …]    without a name: all, one after the other; NUMBER: of roundtrip's cases
// node tools/campaigns.mjs ips --from FOLDER    patient summaries of other systems, in place of our own
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = join(import.meta.dirname, '..');
const tests = 'apps/server/tests';
const server = (...files) => ({
  args: [
    'node_modules/jest/bin/jest.js',
    '--config',
    'apps/server/jest.config.cjs',
    ...files.map((file) => `${tests}/${file}`),
  ],
});
const reading = (...names) => ({
  args: ['node_modules/jest/bin/jest.js', '--config', 'libs/server/documents/jest.config.cjs', ...names],
});
const words = process.argv.slice(2);
const fromAt = words.indexOf('--from');
/** The folder with patient summaries of other systems, if one is given. */
const from = fromAt < 0 ? undefined : resolve(words.splice(fromAt, 2)[1] ?? '.');
const made = mkdtempSync(join(tmpdir(), 'konsil-campaigns-'));
const report = join(made, 'report.md');
process.on('exit', () => rmSync(made, { recursive: true, force: true }));
// About 210 calls a round.
const fuzzRounds = 100;

/** @type {Record<string, { what: string, steps: { args: string[], env?: Record<string, string>, numberIn?: string }[] }>} */
const campaigns = {
  objects: {
    what: "every route with foreign, missing and malformed ids: none of the owner's bytes, nothing changed",
    steps: [server('access-matrix.test.ts', 'database/row-security.test.ts')],
  },
  fuzz: {
    what: 'more than 20,000 calls with generated input: no 5xx, nothing internal in a response',
    steps: [{ ...server('fuzz.test.ts', 'wire-nonsense.test.ts'), env: { FUZZ_ROUNDS: String(fuzzRounds) } }],
  },
  fhir: {
    what: '20,000 FHIR calls with generated input, by sessions and by tokens of other systems: no 5xx, every refusal told',
    steps: [
      {
        args: [...server('fuzz.test.ts').args, '-t', 'no input breaks FHIR'],
        env: { FHIR_FUZZ_CALLS: '20000' },
      },
    ],
  },
  roundtrip: {
    what: 'a person with 200 generated cases, or NUMBER, as an archive and back: no text and no byte is lost',
    steps: [
      {
        args: [...server('privacy/imports.test.ts').args, '-t', 'round trip of generated cases'],
        numberIn: 'ROUND_TRIP_CASES',
        env: { ROUND_TRIP_CASES: '200' },
      },
    ],
  },
  files: {
    what: 'hostile and damaged files, cut forms: refused or kept with the damage named, memory and others untouched',
    steps: [
      server('documents/cut-bodies.test.ts', 'documents/upload.test.ts'),
      reading('reader-memory', 'damaged-photos', 'reader-fairness'),
      { args: ['tools/bench/upload-fairness.mjs'] },
    ],
  },
  kills: {
    what: 'kill -9 while files are stored and erased: nothing acknowledged is lost, nothing erased is left',
    steps: [{ args: ['tools/bench/kills.mjs'] }, { args: ['tools/bench/kill-erasure.mjs'] }],
  },
  changes: {
    what: 'kill -9 in the middle of a background change of 50,000 rows: every row changed exactly once, progress told',
    steps: [{ args: ['tools/campaign/kill-change.mjs'] }],
  },
  older: {
    what: 'the oldest version that the migrations promise, beside the present one on its data model, under load',
    steps: [{ args: ['tools/bench/older-release.mjs'] }],
  },
  chart: {
    what: 'the Helm chart, rendered for several installations, against the schemas of Kubernetes and the Prometheus operator',
    steps: [{ args: ['tools/campaign/chart.mjs'] }],
  },
  figures: {
    what: 'every expression of the dashboard and the alert rules, asked of a Prometheus that scrapes a built server',
    steps: [{ args: ['tools/campaign/figures.mjs'] }],
  },
  exchange: {
    what: 'a case handed over between two built installations, the receiving one killed on the way: once, byte for byte',
    steps: [{ args: ['tools/bench/two-installations.mjs', '--kills', '12'] }],
  },
  validator: {
    what: 'every kind of FHIR resource that is produced, and patient summaries, by a second validator from npm',
    steps: [{ args: ['tools/fhir-validator.mjs'] }],
  },
  ips: {
    what: 'patient summaries, our own or those of --from FOLDER, taken over by the page; told is what was taken and left',
    steps: [
      ...(from ? [] : [{ ...server('privacy/patient-summary.test.ts'), env: { FHIR_PRODUCED: made } }]),
      {
        args: [
          'node_modules/jest/bin/jest.js',
          '-i',
          '--config',
          'apps/patient-portal/jest.config.cjs',
          'foreign-summaries',
        ],
        env: { IPS_FROM: from ?? made, IPS_REPORT: report },
      },
    ],
  },
  pictures: {
    what: 'every generated picture in the viewer, with and without a graphics card: the right shades, and the same',
    steps: [{ args: ['tools/campaign/pictures.mjs'] }],
  },
  copies: {
    what: 'two installations and restored copies on one folder or bucket: refused or quiet, nothing of the other deleted',
    steps: [server('platform/identity.test.ts', 'documents/orphans.test.ts', 'backup')],
  },
};

/** @type {Map<string, string | undefined>} */
const asked = new Map(
  words.map((word) => {
    const [name = '', number] = word.split('=');
    return [name, number];
  }),
);
const takesNumber = (/** @type {string} */ name) => campaigns[name]?.steps.some(({ numberIn }) => numberIn);
const unknown = [...asked.keys()].filter((name) => !(name in campaigns));
const numbered = [...asked].filter(
  ([name, number]) => number !== undefined && !(takesNumber(name) && /^[1-9]\d{0,3}$/.test(number)),
);
if (unknown.length === 0 && numbered.length > 0) {
  console.error(`Not understood: ${numbered.map(([name, number]) => `${name}=${number}`).join(', ')}`);
  process.exit(2);
}
if (unknown.length > 0) {
  console.error(`There is no campaign ${unknown.join(', ')}. Campaigns:`);
  for (const [name, { what }] of Object.entries(campaigns)) console.error(`  ${name.padEnd(9)} ${what}`);
  process.exit(2);
}
const failed = [];
for (const [name, { what, steps }] of Object.entries(campaigns)) {
  if (asked.size > 0 && !asked.has(name)) continue;
  console.log(`\n${name}: ${what}`);
  for (const { args, env, numberIn } of steps) {
    const number = asked.get(name);
    const { status } = spawnSync(process.execPath, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env, ...(numberIn && number && { [numberIn]: number }) },
    });
    if (status !== 0) failed.push(`${name} (${args.join(' ')})`);
  }
  if (name === 'ips' && existsSync(report)) console.log(readFileSync(report, 'utf8'));
}
if (failed.length > 0) {
  console.error(`\nFailed:\n  ${failed.join('\n  ')}`);
  process.exit(1);
}
