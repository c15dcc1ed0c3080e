import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

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
