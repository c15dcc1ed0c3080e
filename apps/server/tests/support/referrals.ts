import { randomUUID } from 'node:crypto';
import type { Dashboard } from '@konsil/contracts/cases';
import type { Referral } from '@konsil/contracts/referrals';
import { eq } from 'drizzle-orm';
import { Client as FhirClient } from 'fhir-kit-client';
import type { Bundle, Task } from 'fhir/r4';
import { referralFiles } from '@konsil/server-domain/schema';
import { aLetter } from '@konsil/server-documents/testing/samples';
import { bodyOf } from './cases.ts';
import { newEmail, requestsAs, type Person } from './people.ts';
import type { BackendClients } from './backend-clients.ts';

export const scopes = 'system/ServiceRequest.crs system/Task.rs';

export interface Wish {
  email?: string;
  family?: string;
  identifier?: string;
  files?: { bytes: Buffer; title?: string; type?: string }[];
  change?: (bundle: Wished) => void;
}
/** Loose, because tests break it. */
export type Wished = Bundle & {
  entry: {
    resource: { telecom?: object[]; subject?: object; reasonCode?: object; content?: { attachment: object }[] };
    request: object;
  }[];
};
export const aBundle = ({
  email = newEmail(),
  family = 'Möller',
  identifier = randomUUID(),
  files = [],
  change,
}: Wish = {}) => {
  const bundle = {
    resourceType: 'Bundle',
    type: 'transaction',
    identifier: { system: 'https://practice.example/referrals', value: identifier },
    entry: [
      {
        fullUrl: 'urn:uuid:0b9d3b1e-7c1f-4f0e-8a55-3a1d7a2f6c90',
        resource: {
          resourceType: 'Patient',
          name: [{ family, given: ['Petra'] }],
          birthDate: '1968-04-21',
          telecom: [{ system: 'email', value: email }],
        },
        request: { method: 'POST', url: 'Patient' },
      },
      {
        resource: {
          resourceType: 'ServiceRequest',
          identifier: [{ system: 'https://practice.example/orders', value: identifier }],
          status: 'active',
          intent: 'order',
          subject: { reference: 'urn:uuid:0b9d3b1e-7c1f-4f0e-8a55-3a1d7a2f6c90' },
          code: { text: 'Zweitmeinung Schilddrüse' },
          reasonCode: [
            {
              text: 'Kalter Knoten',
              coding: [{ system: 'http://fhir.de/CodeSystem/bfarm/icd-10-gm', code: 'E04.1' }],
            },
          ],
          note: [{ text: 'Seit März tastbar.' }],
        },
        request: { method: 'POST', url: 'ServiceRequest' },
      },
      ...files.map(({ bytes, title = 'Befund.pdf', type = 'application/pdf' }) => ({
        resource: {
          resourceType: 'DocumentReference',
          status: 'current',
          content: [{ attachment: { contentType: type, title, data: bytes.toString('base64'), size: bytes.length } }],
        },
        request: { method: 'POST', url: 'DocumentReference' },
      })),
    ],
  } as unknown as Wished;
  change?.(bundle);
  return bundle;
};

/** A system that prepares cases as FHIR transactions, with helpers that send its requests. */
export const preparedCases = ({ state, register, tokenOf, get }: BackendClients) => {
  let started: { system: string; client: FhirClient } | undefined;
  const own = () => {
    if (!started) throw new Error('Only after beforeAll.');
    return started;
  };
  const tokenFor = (by = own().system, doctor = state().ours.doctor, scope = scopes) =>
    tokenOf({ scope, fhirUser: `Practitioner/${doctor.accountId}` }, { claims: { iss: by, sub: by } });
  const postBundle = (token: string, bundle: object) =>
    state().house.app.inject({
      method: 'POST',
      url: '/fhir',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/fhir+json' },
      payload: JSON.stringify(bundle),
    });
  const sent = async (wish: Wish = {}, token?: string) => {
    const bundle = bodyOf<Bundle>(await postBundle(token ?? (await tokenFor()), aBundle(wish)));
    const entry = bundle.entry?.find(({ resource }) => resource);
    return { bundle, task: entry?.resource as Task, status: entry?.response?.status };
  };
  const taskOf = async (id = '', token?: string) =>
    bodyOf<Task>(await get(token ?? (await tokenFor()), `/fhir/Task/${id}`));
  const waitingFor = async (person: Person) =>
    bodyOf<Referral[]>(await requestsAs(state().house.app, person).get('/api/referrals'));
  const countOf = async (person: Person) =>
    bodyOf<Dashboard>(await requestsAs(state().house.app, person).get('/account/dashboarddata')).referrals;
  const storedFiles = async (id: string) =>
    (await state().house.kernel.db.select().from(referralFiles).where(eq(referralFiles.referralId, id))).map(
      ({ storageKey }) => storageKey,
    );
  const made = aLetter(['Sonographie unauffällig.']);
  const letter = () => made;

  beforeAll(async () => {
    const { house, ours, other } = state();
    const system = await register('Hausarztsystem', [ours.doctor, other], scopes);
    const baseUrl = `${await house.app.listen({ port: 0, host: '127.0.0.1' })}/fhir`;
    started = { system, client: new FhirClient({ baseUrl, bearerToken: await tokenFor(system) }) };
  });

  return { own, tokenFor, postBundle, sent, taskOf, waitingFor, countOf, storedFiles, letter };
};
