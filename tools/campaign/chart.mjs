// Renders the Helm chart and validates it against the schemas of Kubernetes and of the Prometheus operator, which come from npm: once by their
// validators, and once by their types, which know no other fields. Promtool tests the rules, where it is.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureHelm, lint, render, variants } from '../helm.mjs';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'node_modules/.cache/konsil/kubernetes');
const packages = ['kubernetes-models@5.1.0', '@kubernetes-models/prometheus-operator@6.0.0'];
const findings = [];

const helm = await ensureHelm();
if (!helm) throw new Error('There is no Helm here, and none could be fetched.');

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'package.json'), '{ "private": true }');
const npm = [
  'install',
  '--no-audit',
  '--no-fund',
  '--ignore-scripts',
  '--prefer-offline',
  '--loglevel=error',
  ...packages,
];
if (spawnSync('npm', npm, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0)
  throw new Error(`Not fetched: ${packages.join(', ')}`);

const moduleOf = ({ apiVersion, kind }) =>
  `${apiVersion.startsWith('monitoring.coreos.com/') ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models'}/${apiVersion}/${kind}`;
const modelOf = async (object) => {
  const file = `${join(folder, 'node_modules', moduleOf(object))}.js`;
  return (await import(pathToFileURL(file).href))[object.kind];
};

const typed = [];
let number = 0;
for (const [name, values] of Object.entries(variants)) {
  const complaint = lint(helm, values);
  if (complaint) findings.push(`${name}: ${complaint}`);
  const { objects, error } = render(helm, values);
  if (!objects) {
    findings.push(`${name}: ${error}`);
    continue;
  }
  for (const object of objects) {
    number += 1;
    const Model = await modelOf(object);
    try {
      new Model(object).validate();
    } catch (refusal) {
      findings.push(`${name}: ${object.kind} ${object.metadata.name}: ${refusal.message}`);
    }
    typed.push(
      `// ${name}`,
      `export const object${number} = ${JSON.stringify(object)} satisfies import('${moduleOf(object)}').I${object.kind};`,
    );
  }
}
writeFileSync(join(folder, 'objects.ts'), `${typed.join('\n')}\n`);
const compiler = join(root, 'node_modules/typescript7/bin/tsc');
const checked = spawnSync(
  process.execPath,
  [compiler, '--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', 'objects.ts', '--ignoreConfig'],
  { cwd: folder, encoding: 'utf8' },
);
if (checked.status !== 0) findings.push(checked.stdout + checked.stderr);

if (existsSync('/usr/bin/promtool')) {
  const rules = join(root, 'deploy/prometheus/konsil-alerts.yaml');
  const { status, stdout, stderr } = spawnSync('/usr/bin/promtool', ['check', 'rules', rules], { encoding: 'utf8' });
  if (status !== 0) findings.push(stdout + stderr);
} else console.log('There is no promtool here: the rules are validated by their schema only.');

console.log(`${number} objects of ${Object.keys(variants).length} kinds of installation`);
if (findings.length > 0) {
  console.error(findings.join('\n'));
  process.exitCode = 1;
}
