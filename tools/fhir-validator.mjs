// Runs the tests that make FHIR resources, keeps each of them, and validates them with Medplum's validator, which also
// evaluates the invariants (FHIRPath) of R4. Medplum's packages need a newer Node than ours and their definitions have
// 100 MB, so they are no development dependency: npm puts them into a folder of their own.
// node tools/fhir-validator.mjs [FOLDER]    FOLDER: validates the JSON files in it, without running tests
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');
const version = '5.2.13';
const tests = [
  'fhir',
  'privacy/patient-summary',
  'privacy/dossier',
  'backend-clients/referrals',
  'backend-clients/subscriptions',
];

const work = mkdtempSync(join(tmpdir(), 'konsil-fhir-'));
const install = () => {
  const folder = join(work, 'packages');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const names = ['core', 'definitions'].map((name) => `@medplum/${name}@${version}`);
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps', '--loglevel=error'];
  execFileSync('npm', ['install', ...options, ...names], { cwd: folder, stdio: 'inherit' });
  return join(folder, 'node_modules/@medplum');
};
const produce = () => {
  const folder = join(work, 'produced');
  const files = tests.map((name) => `apps/server/tests/${name}.test.ts`);
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/jest/bin/jest.js', '-i', '--config', 'apps/server/jest.config.cjs', ...files],
    { cwd: root, stdio: 'inherit', env: { ...process.env, FHIR_PRODUCED: folder } },
  );
  if (status !== 0) throw new Error('The tests that make the resources failed.');
  return folder;
};

/** A function that tells the faults of a resource. */
const validatorIn = async (packages) => {
  // The package expects it when it is loaded, and Node 20 has none.
  globalThis.WebSocket ??= /** @type {never} */ (class {});
  const { indexStructureDefinitionBundle, validateResource } = await import(
    pathToFileURL(join(packages, 'core/dist/esm/index.mjs')).href
  );
  for (const name of ['profiles-types', 'profiles-resources'])
    indexStructureDefinitionBundle(
      JSON.parse(readFileSync(join(packages, `definitions/dist/fhir/r4/${name}.json`), 'utf8')),
    );
  return (resource) => {
    let issues;
    try {
      issues = validateResource(resource);
    } catch (failure) {
      if (!failure.outcome) throw failure;
      issues = failure.outcome.issue;
    }
    return issues
      .filter(({ severity }) => severity === 'error' || severity === 'fatal')
      .map(({ details, expression }) => `${details?.text} (${expression?.join(', ')})`);
  };
};

try {
  const faultsOf = await validatorIn(install());
  const broken = { resourceType: 'AllergyIntolerance', patient: { reference: 'Patient/1' } };
  if (!faultsOf(broken).some((fault) => fault.includes('ait-1')))
    throw new Error('The validator finds no broken rule.');
  const folder = process.argv[2] ?? produce();
  const counts = new Map();
  const faults = [];
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
    const whole = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const inside = whole.resourceType === 'Bundle' ? (whole.entry ?? []).map(({ resource }) => resource) : [];
    for (const resource of [whole, ...inside].filter(Boolean)) {
      counts.set(resource.resourceType, (counts.get(resource.resourceType) ?? 0) + 1);
      for (const fault of faultsOf(resource)) faults.push(`${name}: ${resource.resourceType}: ${fault}`);
    }
  }
  for (const [type, count] of [...counts].sort()) console.log(`${String(count).padStart(5)} ${type}`);
  for (const fault of faults) console.log(fault);
  console.log(counts.size === 0 ? 'nothing was validated' : `${faults.length} faults`);
  process.exitCode = faults.length === 0 && counts.size > 0 ? 0 : 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
