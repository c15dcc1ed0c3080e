import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Doctor } from '@konsil/contracts/doctors';
import type { UploadedItem } from '@konsil/contracts/documents';
import type { SignedInPerson } from './fixtures.ts';
import { root } from './installation.ts';

/** One of the real samples; their README has the reference sums. */
export const scan = (name: string): Buffer => readFileSync(join(root, 'libs/server/dicom/fixtures', name));

interface Call {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: object;
  /** Sent as the field `File`. */
  file?: { name: string; base64: string };
}

/** Calls the API from the page, like the portal's own code. */
export const call = (page: Page, wanted: Call): Promise<{ status: number; body: unknown }> =>
  page.evaluate(async ({ method, path, body, file }) => {
    const cookie = (name: string) =>
      document.cookie
        .split('; ')
        .find((pair) => pair.startsWith(`${name}=`))
        ?.slice(name.length + 1) ?? '';
    const form = new FormData();
    if (file)
      form.append('File', new File([Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0))], file.name));
    const answer = await fetch(path, {
      method,
      headers: {
        authorization: `Token ${decodeURIComponent(cookie('authorization'))}`,
        'x-csrftoken': decodeURIComponent(cookie('csrftoken')),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: file ? form : body ? JSON.stringify(body) : null,
    });
    return { status: answer.status, body: await answer.json() };
  }, wanted);

/** Ends the person's session, like the sign-out does. */
export const signOut = async ({ page }: SignedInPerson): Promise<void> => {
  expect((await call(page, { method: 'POST', path: '/account/api/logout' })).status).toBe(200);
};

/** Creates an unsent case for the account holder, or for a represented person by first name. */
export const newCase = async (
  { page, firstName }: SignedInPerson,
  doctor: SignedInPerson,
  whose = firstName,
): Promise<string> => {
  const doctors = (await call(page, { method: 'GET', path: `/api/doctors?search=${doctor.lastName}` }))
    .body as Doctor[];
  const patients = (await call(page, { method: 'GET', path: `/api/patientsoverview?search=${whose}` })).body as {
    items: { id: string }[];
  };
  const opened = await call(page, {
    method: 'POST',
    path: '/api/process',
    body: {
      case_name: 'Rücken, Ausstrahlung ins linke Bein seit Januar',
      patient: patients.items[0]?.id,
      doctor: doctors[0]?.id,
      diagnosis: 'Schmerzen im Rücken',
      medical_history: 'Seit Januar.',
      questions: ['Was kann das sein?'],
    },
  });
  expect(opened.status).toBe(201);
  return (opened.body as { id: string }).id;
};

/** Uploads a file to a case; returns the API's response. */
export const upload = (
  { page }: SignedInPerson,
  caseId: string,
  name: string,
  bytes: Buffer,
): Promise<{ status: number; body: unknown }> =>
  call(page, {
    method: 'POST',
    path: `/api/individualdocument/post/${caseId}`,
    file: { name, base64: bytes.toString('base64') },
  });

/** The one-time link behind "open images" of a document. */
export const linkToDocument = async ({ page }: SignedInPerson, documentId: string): Promise<string> => {
  const opened = await call(page, { method: 'POST', path: `/api/documents/${documentId}/viewer` });
  expect(opened.status).toBe(200);
  return (opened.body as { url: string }).url;
};

/** Uploads a scan, and returns the one-time link behind "open images" of its document. */
export const linkToScan = async (
  patient: SignedInPerson,
  caseId: string,
  name: string,
  bytes = scan(name),
): Promise<string> => {
  const { body } = await upload(patient, caseId, name, bytes);
  const [item] = body as UploadedItem[];
  return linkToDocument(patient, item?.documentId ?? '');
};
