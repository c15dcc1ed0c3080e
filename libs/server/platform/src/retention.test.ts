import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keptMs, retentionClasses, retentionLines, retentionRows } from './retention.ts';
import { dayMs } from './clock.ts';

const root = join(__dirname, '../../../..');
const sources = ['libs/server', 'apps/server/src']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(root, folder, path)),
  )
  .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|node_modules|retention\.ts$/.test(path))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

test('docs/operating.md has the table of retention classes', () => {
  const [, section = ''] = readFileSync(join(root, 'docs/operating.md'), 'utf8').split('\n## Retention\n');
  const [table = ''] = section.split('\n## ');
  expect(table.split('\n').filter((line) => line.startsWith('| `'))).toEqual(retentionRows());
});

test('every class with a time is the source of a sweep', () => {
  const unused = Object.entries(retentionClasses).filter(
    ([name, kept]) =>
      !('until' in kept) &&
      ![`keptMs('${name}')`, `before('${name}')`, `retentionClasses['${name}']`].some((use) => sources.includes(use)),
  );
  expect(unused.map(([name]) => name)).toEqual([]);
});

test('the setting of a class is one of the server’s', () => {
  const settings = readFileSync(join(root, 'libs/server/settings/src/env.ts'), 'utf8');
  expect(settings).toContain(`  ${retentionClasses['doctors-letters'].yearsOf}: z.`);
  expect(retentionLines(12).join('\n')).toContain('12 years (LETTERS_KEPT_YEARS), from sending.');
});

test('the times are those that data protection papers promise', () => {
  const days = Object.keys(retentionClasses).flatMap((name) => {
    const kept = retentionClasses[name as keyof typeof retentionClasses];
    return 'days' in kept ? [[name, kept.days]] : [];
  });
  expect(Object.fromEntries(days)).toEqual({
    'ended-holds': 7,
    erasures: 30,
    'unconfirmed-sign-ups': 30,
    drafts: 180,
    referrals: 30,
    'referral-outcomes': 90,
    'archives-not-taken': 1,
    exports: 1,
    'take-away-files': 1,
    'reader-invitations': 14,
    'assistant-invitations': 7,
    backups: 30,
    'sent-letters': 30,
    'failed-letters': 7,
    sessions: 30,
    links: 30,
    'app-grants': 30,
    codes: 1,
    tickets: 1,
    notices: 1,
    events: 1,
    'repeated-requests': 1,
  });
  expect(keptMs('drafts')).toBe(180 * dayMs);
});
