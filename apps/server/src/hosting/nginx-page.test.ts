import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerHeaders } from '../kernel/headers.ts';
import { portalPolicy } from './policy.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/deployment.md'), 'utf8');

test('nginx is told to send every header that the process sends with a page', () => {
  const told = [...page.matchAll(/^add_header (\S+) (?:"([^"]+)"|(\S+)) always;$/gm)].map(([, name = '', quoted, bare]) => [name.toLowerCase(), quoted ?? bare]);
  expect(Object.fromEntries(told)).toEqual({ ...answerHeaders({ https: true }), 'content-security-policy': portalPolicy([], [])('$request_id') });
});
