import { createHash, randomBytes } from 'node:crypto';
import { tokenPath } from '@konsil/contracts/fhir-auth';
import { runCommand } from '../../src/cli/run.ts';
import { openFileStore } from '@konsil/server-storage/open-store';
import { freePort } from '@konsil/server-testing/free-port';
import { testApp, type TestApp } from './app.ts';
import { bodyOf, newCase } from './cases.ts';
import { aConversation, type FullConversation } from './conversation.ts';
import { requestsAs, signUpPatient, type Person } from './people.ts';

export const redirectUri = 'https://app.example/back?from=konsil';
export const plainRedirectUri = 'https://app.example/plain';
type Values = Record<string, string | undefined>;
export interface Tokens {
  access_token: string;
  refresh_token?: string;
  scope: string;
  patient: string;
  expires_in: number;
}

interface State {
  house: TestApp;
  base: string;
  /** A patient with two persons, and the ids of the first one. */
  ours: FullConversation;
  child: { patientId: string; caseId: string };
  stranger: Person;
  appId: string;
}
const withoutNothing = (values: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== undefined));

/** A server that listens, a patient with two persons, and a registered app. */
export const patientApps = (settings: Record<string, string> = {}) => {
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
      { called: 'konsil', say: (text) => void lines.push(text), complain: (text) => void lines.push(text) },
    );
    return { code, text: lines.join('\n') };
  };
  const register = async (
    name: string,
    uris = `${redirectUri},${plainRedirectUri}`,
    ...more: string[]
  ): Promise<string> => {
    const { code, text } = await konsil('app', 'add', name, '--by', 'Beispiel GmbH', '--redirect-uris', uris, ...more);
    expect([code, text]).toEqual([0, expect.stringContaining('client_id')]);
    return /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text)?.[0] ?? '';
  };

  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const requestOf = (changes: Values = {}): Record<string, string> =>
    withoutNothing({
      response_type: 'code',
      client_id: state().appId,
      redirect_uri: redirectUri,
      scope: 'launch/patient patient/*.rs offline_access',
      state: 'a-state',
      aud: state().base,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...changes,
    });
  const host = () => ({ host: new URL(state().base).host });
  const authorize = (query: string) =>
    state().house.app.inject({ url: `/fhir/auth/authorize?${query}`, headers: host() });
  /** The address that a request leads to; for a page, its text. */
  const ledTo = async (changes: Values = {}, more = ''): Promise<URL | string> => {
    const { statusCode, headers, body } = await authorize(`${new URLSearchParams(requestOf(changes))}${more}`);
    if (statusCode === 303) return new URL(String(headers.location));
    expect([statusCode, headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
    return body;
  };
  const allow = (changes: Values = {}, patientId = state().ours.ids.patient, who = state().ours.patient) =>
    requestsAs(state().house.app, who).post(`/api/patient/${patientId}/apps`, requestOf(changes));
  const codeFor = async (changes: Values = {}, patientId?: string): Promise<string> =>
    new URL(bodyOf<{ url: string }>(await allow(changes, patientId)).url).searchParams.get('code') ?? '';
  const post = (url: string, form: Values) =>
    state().house.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...host() },
      payload: String(new URLSearchParams(withoutNothing(form))),
    });
  const exchange = (code: string, changes: Values = {}) =>
    post(tokenPath, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      client_id: state().appId,
      ...changes,
    });
  const refresh = (token = '', changes: Values = {}) =>
    post(tokenPath, { grant_type: 'refresh_token', refresh_token: token, client_id: state().appId, ...changes });
  const tokensFor = async (changes: Values = {}, patientId?: string): Promise<Tokens> =>
    bodyOf<Tokens>(
      await exchange(await codeFor(changes, patientId), { client_id: changes['client_id'] ?? state().appId }),
    );
  const get = (token: string, path: string, headers: Record<string, string> = {}) =>
    state().house.app.inject({
      url: `/fhir/${path}`,
      headers: { ...host(), authorization: `Bearer ${token}`, ...headers },
    });
  const errorOf = async (answer: ReturnType<typeof post>) => {
    const { statusCode, headers, ...rest } = await answer;
    expect(headers['cache-control']).toBe('no-store');
    return [statusCode, rest.json<{ error: string }>().error];
  };

  beforeAll(async () => {
    const origin = `http://127.0.0.1:${await freePort()}`;
    const house = await testApp({ PUBLIC_API_ORIGIN: origin, ...settings });
    await house.app.listen({ port: Number(new URL(origin).port), host: '127.0.0.1' });
    const ours = await aConversation(house);
    const { id } = bodyOf<{ id: string }>(
      await requestsAs(house.app, ours.patient).post('/api/patients', {
        relationship: 'child',
        first_name: 'Jakob',
        last_name: 'Möller',
        gender: 'M',
        date_of_birth: '2014-05-02',
        street: 'Lindenweg',
        house_number: '12a',
        zipcode: '50667',
        city: 'Köln',
      }),
      201,
    );
    const { caseId } = await newCase(house, { ...ours, patientId: id }, { case_name: 'Husten seit Wochen' });
    started = {
      house,
      base: `${origin}/fhir`,
      ours,
      child: { patientId: id, caseId },
      stranger: await signUpPatient(house),
      appId: '',
    };
    started.appId = await register('Gesundheitsbuch');
  });

  return {
    state,
    konsil,
    register,
    verifier,
    challenge,
    requestOf,
    authorize,
    ledTo,
    allow,
    codeFor,
    post,
    exchange,
    refresh,
    tokensFor,
    get,
    errorOf,
  };
};
