import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { clientAssertionType } from '@konsil/contracts/fhir-auth';
import { secondMs } from '@konsil/server-platform/clock';
import { openFileStore } from '@konsil/server-storage/open-store';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTHeaderParameters } from 'jose';
import { runCommand } from '../../src/cli/run.ts';
import { testApp, type TestApp } from './app.ts';
import { bodyOf, sentCase, type Conversation } from './cases.ts';
import { inviteDoctor, type Person } from './people.ts';

export interface KeyPair {
  privateKey: CryptoKey;
  jwk: object;
}
export const keyPair = async (alg = 'ES384', kid: string = randomUUID()): Promise<KeyPair> => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg } };
};

interface Assertion {
  by?: KeyPair;
  header?: Partial<JWTHeaderParameters>;
  claims?: Record<string, unknown>;
}
interface State {
  house: TestApp;
  ours: Conversation;
  /** Another doctor. */
  other: Person;
  key: KeyPair;
  /** A client that acts for the doctor of `ours`. */
  clientId: string;
  audience: string;
}

/** The server of another system: it publishes keys and receives calls. */
class Receiver {
  keys: object[] = [];
  calls: { event: string; text: string; headers: IncomingHttpHeaders }[] = [];
  status = 200;
  /** Runs before it responds. */
  meanwhile: (() => Promise<unknown>) | undefined;
  private readonly server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      if (request.method === 'POST')
        this.calls.push({ event: String(request.headers['konsil-event']), text, headers: request.headers });
      void Promise.resolve(this.meanwhile?.()).then(() =>
        response.writeHead(this.status).end(JSON.stringify({ keys: this.keys })),
      );
    });
  });

  listen(): Promise<void> {
    return new Promise((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }
  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
  url(path: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }
}

/** A sent case, a registered backend client, and what is needed to register others and to call as them. */
export const backendClients = () => {
  const receiver = new Receiver();
  let started: State | undefined;
  const state = (): State => {
    if (!started) throw new Error('Only after beforeAll.');
    return started;
  };

  const konsil = async (...words: string[]) => {
    const { kernel, env, clock } = state().house;
    const lines: string[] = [];
    const code = await runCommand(
      words,
      async () => ({ ...kernel, env, clock, files: openFileStore(env), close: async () => undefined }),
      { called: 'konsil', say: (text) => lines.push(text), complain: (text) => lines.push(text) },
    );
    return { code, text: lines.join('\n') };
  };
  const keyFile = async (...keys: object[]): Promise<string> => {
    const file = join(state().house.env.KONSIL_DATA_DIR, `${randomUUID()}.json`);
    await writeFile(file, JSON.stringify({ keys }));
    return file;
  };
  const register = async (
    name: string,
    doctors = [state().ours.doctor],
    scopes = 'system/*.rs',
    keys = state().key,
  ): Promise<string> => {
    const { code, text } = await konsil(
      ...['client', 'add', name, '--doctors', doctors.map(({ email }) => email).join(',')],
      ...['--jwks', await keyFile(keys.jwk), '--scopes', scopes],
    );
    expect([code, text]).toEqual([0, expect.stringContaining(`${state().house.env.origins.doctor}/fhir/auth/token`)]);
    return /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text)?.[0] ?? '';
  };

  const seconds = () => Math.floor(state().house.clock.now().getTime() / secondMs);
  const claimsOf = (claims: Record<string, unknown> = {}) => ({
    iss: state().clientId,
    sub: state().clientId,
    aud: state().audience,
    exp: seconds() + 240,
    jti: randomUUID(),
    ...claims,
  });
  const assert = ({ by = state().key, header = {}, claims = {} }: Assertion = {}): Promise<string> =>
    new SignJWT(JSON.parse(JSON.stringify(claimsOf(claims))) as Record<string, unknown>)
      .setProtectedHeader({ alg: 'ES384', typ: 'JWT', kid: (by.jwk as { kid: string }).kid, ...header })
      .sign(by.privateKey);

  const post = (path: string, form: Record<string, string>) =>
    state().house.app.inject({
      method: 'POST',
      url: `/fhir/auth/${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: String(new URLSearchParams(form)),
    });
  const ask = async (assertion: string | Promise<string>, form: Record<string, string> = {}) =>
    post('token', {
      grant_type: 'client_credentials',
      scope: 'system/*.rs',
      client_assertion_type: clientAssertionType,
      client_assertion: await assertion,
      ...form,
    });
  const tokenOf = async (form: Record<string, string> = {}, assertion: Assertion = {}): Promise<string> =>
    bodyOf<{ access_token: string }>(await ask(assert(assertion), form)).access_token;
  const get = (token: string, path: string, scheme = 'Bearer') =>
    state().house.app.inject({ url: path, headers: { authorization: `${scheme} ${token}` } });
  const errorOf = async (answer: ReturnType<typeof ask>) => {
    const { statusCode, headers, ...rest } = await answer;
    expect(headers['cache-control']).toBe('no-store');
    return [statusCode, rest.json<{ error: string }>().error];
  };

  beforeAll(async () => {
    const house = await testApp({ WEBHOOK_PRIVATE_NETWORKS: '127.0.0.1' });
    const audience = `${house.env.origins.patient}/fhir/auth/token`;
    const [ours, other, key] = [await sentCase(house), await inviteDoctor(house), await keyPair()];
    await receiver.listen();
    started = { house, ours, other, key, clientId: '', audience };
    started.clientId = await register('Praxissystem Köln');
  });
  afterAll(() => receiver.close());

  return { state, receiver, konsil, keyFile, register, seconds, claimsOf, assert, post, ask, tokenOf, get, errorOf };
};
export type BackendClients = ReturnType<typeof backendClients>;
