import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerHeaders } from '../kernel/headers.ts';
import { portalPolicy } from './policy.ts';

const root = join(import.meta.dirname, '../../../..');
const page = readFileSync(join(root, 'docs/deployment.md'), 'utf8');
/** The one script that stands in every page itself. */
const notLoaded = `sha256-${createHash('sha256').update(readFileSync(join(root, 'tools/vite/not-loaded.js'), 'utf8').trim()).digest('base64')}`;

test('nginx is told to send every header that the process sends with a page', () => {
  const told = [...page.matchAll(/^add_header (\S+) (?:"([^"]+)"|(\S+)) always;$/gm)].map(([, name = '', quoted, bare]) => [name.toLowerCase(), quoted ?? bare]);
  expect(Object.fromEntries(told)).toEqual({ ...answerHeaders({ https: true }), 'content-security-policy': portalPolicy([], [notLoaded])('$request_id') });
});
