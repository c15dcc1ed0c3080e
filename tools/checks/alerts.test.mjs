import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const promtool = '/usr/bin/promtool';

const root = join(import.meta.dirname, '../..');
const rules = readFileSync(join(root, 'deploy/prometheus/konsil-alerts.yaml'), 'utf8');
const alerts = [...rules.matchAll(/- alert: (\w+)\n\s+expr: (.+)\n/g)].map(([, name, expression]) => ({
  name,
  expression,
}));
const sources = ['apps/server/src', 'libs/server']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((path) => join(root, folder, String(path))),
  )
  .filter((path) => path.endsWith('.ts') && !path.includes('node_modules'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

test('each alert uses metrics that the server exports', () => {
  assert.ok(alerts.length > 10);
  for (const { name, expression } of alerts) {
    const figures = [...expression.matchAll(/konsil_\w+/g)].map(([figure]) =>
      figure.replace(/_(?:bucket|count|sum)$/, ''),
    );
    assert.ok(figures.length > 0, name);
    for (const figure of figures) assert.ok(sources.includes(`'${figure}'`), `${name}: ${figure}`);
  }
});

test('each alert has a section in the runbook, and vice versa', () => {
  const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');
  const sections = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  assert.deepEqual(sections.sort(), alerts.map(({ name }) => name).sort());
});

test('each section of the runbook says what is wrong, what users notice and what to do', () => {
  const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');
  for (const section of runbook.split(/^## /m).slice(1)) {
    const [name] = section.split('\n');
    for (const part of ['**Wrong:**', '**Users:**', '**Do:**']) assert.ok(section.includes(part), `${name}: ${part}`);
  }
});

test('each alert is provoked once and left alone once', () => {
  const cases = readFileSync(join(root, 'deploy/prometheus/konsil-alerts.test.yaml'), 'utf8')
    .split(/^ {2}- name: /m)
    .slice(1);
  assert.deepEqual(cases.map((each) => each.split('\n')[0]).sort(), alerts.map(({ name }) => name).sort());
  for (const each of cases) {
    const [name] = each.split('\n');
    assert.deepEqual(new Set(each.match(/(?<=alertname: )\w+/g)), new Set([name]));
    assert.match(each, /exp_alerts: \[\]/, name);
    assert.match(each, /exp_labels: \{ severity: (?:page|ticket)/, name);
  }
});

const tried = { skip: existsSync(promtool) ? false : 'there is no promtool here; the campaign "figures" has it' };
test('Prometheus raises each alert when it should', tried, () => {
  const { status, stdout, stderr } = spawnSync(promtool, ['test', 'rules', 'konsil-alerts.test.yaml'], {
    cwd: join(root, 'deploy/prometheus'),
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout + stderr);
});

test('the alert for limits names those that have a setting', () => {
  const source = readFileSync(join(root, 'libs/server/domain/src/accounts/account-limits.ts'), 'utf8');
  const nameOf = (key) => new RegExp(`^ {2}${key}: limit\\('([^']+)'`, 'm').exec(source)?.[1];
  const settings = [...source.matchAll(/^ {2}LIMIT_\w+: limits\.(\w+),$/gm)].map(([, key]) => nameOf(key));
  assert.ok(settings.length > 5);
  const { expression = '' } = alerts.find(({ name }) => name === 'KonsilLimitReached') ?? {};
  const watched = /limit=~"([^"]+)"/.exec(expression)?.[1]?.split('|') ?? [];
  assert.deepEqual(watched.sort(), [...settings, 'calls:ip'].sort());
});
