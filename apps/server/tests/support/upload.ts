import { randomUUID } from 'node:crypto';
import type { Document, UploadedItem } from '@konsil/contracts/documents';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { waitUntil } from '@konsil/server-testing/until';
import { requestsAs, type Person } from './people.ts';
import { untilServed } from './until-served.ts';

export interface FileToSend {
  name: string;
  bytes: Buffer;
  type?: string;
  field?: string;
}

/** A multipart form with files, like a browser's. */
export const multipartOf = (files: readonly FileToSend[]): { payload: Buffer; contentType: string } => {
  const boundary = `----konsil${randomUUID()}`;
  const parts = files.flatMap(({ name, bytes, type = 'application/octet-stream', field = 'File' }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
};

type Credentials = Pick<Person, 'token' | 'csrf'>;
export const headersOf = (person: Credentials) => ({
  authorization: `Token ${person.token}`,
  'x-csrftoken': person.csrf,
});

/** Uploads files to a case. */
export const upload = (
  app: FastifyInstance,
  person: Credentials,
  caseId: string,
  files: readonly FileToSend[],
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> => {
  const { payload, contentType } = multipartOf(files);
  return app.inject({
    method: 'POST',
    url: `/api/individualdocument/post/${caseId}`,
    payload,
    headers: { ...headersOf(person), 'content-type': contentType, ...headers },
  });
};

/** Uploads one file and returns its item. */
export const uploadOne = async (
  app: FastifyInstance,
  person: Credentials,
  caseId: string,
  name: string,
  bytes: Buffer,
): Promise<UploadedItem> => {
  const answer = await untilServed(() => upload(app, person, caseId, [{ name, bytes }]));
  if (answer.statusCode !== 201) throw new Error(`The upload answered ${answer.statusCode}: ${answer.body}`);
  return answer.json<UploadedItem[]>()[0] as UploadedItem;
};

/** A document as it is once its file was read: on a busy machine that follows the upload. */
export const whenRead = async (app: FastifyInstance, person: Credentials, document: Document): Promise<Document> => {
  let seen = document;
  await waitUntil(async () => {
    if (seen.being_read) seen = (await requestsAs(app, person).get(`/api/documents/${document.id}`)).json<Document>();
    return !seen.being_read;
  });
  return seen;
};

export const details = (changes: Record<string, unknown> = {}) => ({
  document_medical_kind: "Doctor's letter",
  source_kind: 'Hospital',
  source_name: 'Klinikum Rosenberg',
  issue_date: '2026-09-14',
  ...changes,
});
