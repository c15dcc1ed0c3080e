import type { ShareLink } from '@konsil/contracts/shares';
import { base64url, CompactEncrypt } from 'jose';
import type { TestApp } from './app.ts';
import { requestsAs, type Person } from './people.ts';
import type { Story } from './story.ts';
import { headersOf, multipartOf } from './upload.ts';

export const secretWords = 'Siegelwort-Nebenschilddrüse';
export const order = {
  label: 'Für die Hausärztin',
  days: '30',
  one_time: false,
  content: { answers: 1, summary: false, documents: 1, images: 0 },
};
export const seal = (key: Uint8Array, resource: object): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(JSON.stringify(resource)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', cty: 'application/fhir+json' })
    .encrypt(key);

interface Made {
  id: string;
  /** The recipient gets this and nothing else. */
  link: string;
  key: string;
}

/** Makes and opens links of a server as the portal and a foreign viewer do. */
export const sealedLinks = (house: () => TestApp) => {
  const addFile = (person: Person, id: string, content: string, field = 'File') => {
    const { payload, contentType } = multipartOf([{ name: 'a.jwe', bytes: Buffer.from(content), field }]);
    return house().app.inject({
      method: 'POST',
      url: `/api/share-links/${id}/files`,
      payload,
      headers: { ...headersOf(person), 'content-type': contentType },
    });
  };
  /** A started link with a small and a large file. */
  const makeLink = async (
    { patient, caseId }: Pick<Story, 'patient' | 'caseId'>,
    changes: object = {},
  ): Promise<Made> => {
    const key = crypto.getRandomValues(new Uint8Array(32));
    const mine = requestsAs(house().app, patient);
    const created = await mine.post(`/api/process/${caseId}/shares`, { ...order, ...changes });
    expect(created.statusCode).toBe(201);
    const { id, manifest_url: url } = created.json<ShareLink & { manifest_url: string }>();
    for (const size of [10, 70_000]) {
      const content = await seal(key, {
        resourceType: 'DocumentReference',
        description: secretWords.padEnd(size, '.'),
      });
      expect((await addFile(patient, id, content)).statusCode).toBe(201);
    }
    expect((await mine.post(`/api/share-links/${id}/start`, {})).statusCode).toBe(200);
    const payload = { url, key: base64url.encode(key), label: order.label, v: 1 };
    return {
      id,
      key: payload.key,
      link: `https://viewer.example/s#shlink:/${base64url.encode(JSON.stringify(payload))}`,
    };
  };
  const payloadOf = (link: string) =>
    JSON.parse(Buffer.from(link.slice(link.indexOf('shlink:/') + 8), 'base64url').toString()) as {
      url: string;
      key: string;
    };
  const pathIn = (url: string) => new URL(url).pathname;
  /** A stranger's request, without session, from another page. */
  const ask = (link: string, body: object = {}) =>
    house().app.inject({
      method: 'POST',
      url: pathIn(payloadOf(link).url),
      payload: { recipient: 'Praxis Dr. Roth', ...body },
      headers: { origin: 'https://another-viewer.example', 'sec-fetch-site': 'cross-site' },
    });
  const fetchFile = (address: string) => house().app.inject({ method: 'GET', url: pathIn(address) });
  const listed = async (of: Pick<Story, 'patient'>, id: string): Promise<ShareLink | undefined> =>
    (await requestsAs(house().app, of.patient).get('/api/share-links'))
      .json<ShareLink[]>()
      .find((link) => link.id === id);

  return { addFile, makeLink, payloadOf, pathIn, ask, fetchFile, listed };
};
