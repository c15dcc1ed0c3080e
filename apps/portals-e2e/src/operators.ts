import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, type Browser, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { origins, root, settings } from './installation.ts';
import { linkIn } from './outbox.ts';

const password = 'Sechs-Zitronen-7';

/** A page of the console for a new operator with a second factor. */
export const newOperator = async (browser: Browser): Promise<Page> => {
  const email = `operator.${randomUUID()}@example.org`;
  const command = [join(root, 'dist/apps/server/konsil.mjs'), 'operator', 'invite', email];
  execFileSync(process.execPath, [...command, '--name', 'Jonas Petri', '--permissions', 'doctors'], {
    env: { ...process.env, ...settings },
    cwd: root,
  });
  const token = new URLSearchParams(new URL(await linkIn(email)).hash.slice(1)).get('token');
  const context = await browser.newContext({ baseURL: origins.operator });
  let headers: Record<string, string> = { origin: origins.operator, 'sec-fetch-site': 'same-origin' };
  const post = async (path: string, data: object): Promise<Record<string, string>> => {
    const answer = await context.request.post(path, { data, headers });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return answer.json();
  };
  await post('/account/password/reset', { token, password, confirm_password: password });
  const session = await post('/account/api/login', { email, password });
  headers = {
    ...headers,
    authorization: `Token ${session['Authorization']}`,
    'x-csrftoken': session['CSRF_Token'] ?? '',
  };
  const { secret = '' } = await post('/account/secondfactor', { current_password: password });
  await post('/account/secondfactor/confirm', { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() });
  return context.newPage();
};
