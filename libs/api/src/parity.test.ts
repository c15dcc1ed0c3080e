import { routes } from '@konsil/contracts/routes';
import { baseApi } from './base-api.ts';
import { sessionCalls } from './session-calls.ts';
import { createPortalStore } from './store.ts';
import './account.ts';
import './cases.ts';
import './doctors.ts';
import './documents.ts';
import './epicrisis.ts';
import './messages.ts';
import './patients.ts';
import './privacy.ts';
import './registration.ts';
import './requests.ts';
import './search.ts';
import './sendings.ts';
import './todos.ts';

// Implemented as plain functions: a stream, a file, an upload with progress, drafts that outlive the page.
const plain = [
  'streamEvents',
  'getAppointmentFile',
  'getFile',
  'getPreview',
  'uploadDocument',
  'getDraft',
  'saveDraft',
  'deleteDraft',
];

// Their argument is the id itself.
const byIdAlone = new Set([
  'getPatient',
  'getCase',
  'previewRequest',
  'getEpicrisis',
  'getDocument',
  'getDocumentFile',
  'getDocumentHistory',
  'archiveDocument',
  'restoreDocument',
  'endSession',
  'withdrawConsent',
  'openedCase',
]);

test('every contract route has an endpoint or function of its name, and vice versa', () => {
  const ours = [...Object.keys(baseApi.endpoints), ...Object.keys(sessionCalls), ...plain];
  expect(ours.sort()).toEqual(Object.keys(routes).sort());
});

test.each(Object.entries(routes).filter(([name]) => name in baseApi.endpoints))(
  '%s requests the path of its contract',
  async (name, route) => {
    const asked: Request[] = [];
    jest.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      asked.push(new Request(input as string, init));
      return Promise.reject(new TypeError('offline'));
    });
    const store = createPortalStore();
    const id = '0b8b5f2e-6f0f-4d6c-9a51-0d9e1a4b7c10';
    const argument = {
      id,
      caseId: id,
      patientId: id,
      documentId: id,
      answerValue: 'final_answer',
      titleValue: 'none',
      body: {},
      key: 'k',
    };
    const endpoint = (
      baseApi.endpoints as Record<
        string,
        { initiate: (argument: unknown) => (dispatch: unknown, state: unknown, extra: unknown) => Promise<unknown> }
      >
    )[name];
    await store.dispatch(endpoint?.initiate(byIdAlone.has(name) ? id : argument) as never);

    const path = route.path.replace(':answerValue', 'final_answer').replace(':titleValue', 'none').replace(/:\w+/, id);
    expect(asked).toHaveLength(1);
    expect(`${asked[0]?.method} ${new URL(asked[0]?.url ?? '').pathname}`).toBe(`${route.method} ${path}`);
  },
);
