import type { Document } from '@konsil/contracts/documents';
import { aDocument, fakeApi, renderWithProviders } from '@konsil/testing';
import type { FakeAnswers, FakeApi } from '@konsil/testing';
import { UploadPanel } from './UploadPanel.tsx';

export const caseId = '0b6f2f0e-6a1c-4b51-9d7e-2a4f7c0e9b11';

/** An uploaded file without details. */
export const undescribed = (file_name: string) =>
  aDocument({
    case_id: caseId,
    file_name,
    details_missing: true,
    sent_at: null,
    document_medical_kind: null,
    medical_kind_code: null,
    source_kind: null,
    source_kind_code: null,
    source_name: null,
    issue_date: null,
  });

const wayOn = 'Weiter zum Senden';
let api: FakeApi | undefined;
afterEach(() => api?.restore());

/** Sets the fake API's responses for one test. */
export const respondWith = (answers: FakeAnswers): FakeApi =>
  (api = fakeApi({ getDraft: null, deleteDraft: { ok: true }, ...answers }));

/** Renders the panel with these documents of a case; returns the fake API. */
export const open = async (documents: Document[], answers: FakeAnswers = {}): Promise<FakeApi> => {
  const asked = respondWith({
    saveDraft: ({ body }) => ({
      ...(body as { content: Record<string, unknown> }),
      updated_at: '2026-11-04T09:00:00Z',
    }),
    ...answers,
  });
  await renderWithProviders(
    <UploadPanel
      caseId={caseId}
      documents={documents}
      documentPath={(id) => `/documents/${id}`}
      otherSide="Dr. Sandberg"
      pdfPicture={({ document }) => <img alt={document.file_name} />}
      next={<a href="/send">{wayOn}</a>}
    />,
  );
  return asked;
};
