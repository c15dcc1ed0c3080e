import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PortalConfig } from '@konsil/contracts/portal-config';
import { answerHeaders } from '@konsil/server-platform/http/headers';
import { decoderPolicy, isDecoder, portalPolicy } from './policy.ts';

const root = join(import.meta.dirname, '../../../..');
const page = readFileSync(join(root, 'docs/deployment.md'), 'utf8');
/** The only inline script of every page. */
const notLoaded = `sha256-${createHash('sha256')
  .update(readFileSync(join(root, 'tools/vite/not-loaded.js'), 'utf8').trim())
  .digest('base64')}`;

const words = (policy: unknown) =>
  String(policy)
    .split(';')
    .map((directive) => directive.trim().split(/\s+/).join(' '))
    .join('; ');

test('nginx sends every header that the process sends with a page', () => {
  const told = [...page.matchAll(/^add_header (\S+) (?:"([^"]+)"|(\S+)) always;$/gm)].map(
    ([, name = '', quoted, bare]) => [name.toLowerCase(), quoted ?? bare],
  );
  const { 'content-security-policy': policy, ...headers } = Object.fromEntries(told);
  const { 'content-security-policy': _, ...sent } = answerHeaders({ https: true });
  expect(headers).toEqual(sent);
  expect(words(policy)).toBe(portalPolicy(['$konsil_api'], [notLoaded])('$request_id'));
});

test.each(['', 'https://api.konsil.example.org'])(
  'the nginx policy allows the API origin in config.json (%j)',
  (origin) => {
    const filled = page.replace(/(set \$konsil_api )"[^"]*"/, `$1"${origin}"`);
    const [, given = 'not set'] = /set \$konsil_api "([^"]*)"/.exec(filled) ?? [];
    const place = (text: string | undefined) => text?.replaceAll('$konsil_api', given) ?? '';
    const config = JSON.parse(
      place(/location = \/config\.json \{[^]*?return 200 '([^']+)'/.exec(filled)?.[1]),
    ) as PortalConfig;
    const policy = place(/Content-Security-Policy "([^"]+)"/.exec(filled)?.[1]);
    expect(config.apiOrigin).toBe(origin);
    expect(words(policy)).toBe(portalPolicy(config.apiOrigin ? [config.apiOrigin] : [], [notLoaded])('$request_id'));
  },
);

test('nginx serves the plan-code worker with the same policy as the process', () => {
  const [, pattern = '', block = ''] = /location ~ "(\^\/assets\/plan-code[^"]+)" \{([^}]+)\}/.exec(page) ?? [];
  for (const path of ['/assets/plan-code.worker-DT_p-1.js', '/assets/main-1.js', '/assets/plan-code.worker-1.js.map'])
    expect(new RegExp(pattern).test(path)).toBe(isDecoder(path));
  expect(words(/Content-Security-Policy "([^"]+)"/.exec(block)?.[1])).toBe(decoderPolicy);
});
