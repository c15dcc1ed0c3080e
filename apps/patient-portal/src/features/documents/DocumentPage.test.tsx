import { screen } from '@testing-library/react';
import type { Document } from '@konsil/contracts/documents';
import { aDocument, aPage, aProcessOverview, fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { DocumentPage } from './DocumentPage.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const open = async (document: Document) => {
  const theCase = aProcessOverview({ documents: [document] });
  api = fakeApi({
    getCase: theCase,
    getDocument: document,
    listDocuments: aPage([document]),
    getSettings: someSettings(),
    getDocumentFile: () => new Promise(() => {}),
  });
  await renderWithProviders(<DocumentPage />, {
    route: `/patient/process/${theCase.id}/documents/${document.id}`,
    path: '/patient/process/:caseId/documents/:documentId',
  });
};

test('the page of a document is titled by kind and date', async () => {
  await open(aDocument({ content_type: 'image/jpeg', file_name: 'IMG_2041.jpg' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Laborbefund, 12.10.2026' })).toBeVisible();
});

test('the page of a document is titled by its file name until it has details', async () => {
  const unknown = { medical_kind_code: null, document_medical_kind: null, details_missing: true } as const;
  await open(aDocument({ ...unknown, content_type: 'image/jpeg', file_name: 'IMG_2041.jpg' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'IMG_2041.jpg' })).toBeVisible();
});
