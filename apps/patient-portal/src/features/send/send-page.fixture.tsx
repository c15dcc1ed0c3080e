import {
  aPatient,
  aProcessOverview,
  aRequestPreview,
  anAccount,
  renderWithProviders,
  someSettings,
} from '@konsil/testing';
import type { fakeApi } from '@konsil/testing';
import { SendPage } from './SendPage.tsx';

export const theCase = aProcessOverview({ status: 'draft', turn: 'patient', last_request_at: null });
export const usual: Parameters<typeof fakeApi>[0] = {
  getSettings: someSettings(),
  getCase: theCase,
  previewRequest: aRequestPreview(),
  getAccount: anAccount({ own_patient: aPatient({ id: theCase.patient.id }) }),
  getDraft: null,
  saveDraft: ({ body }) => ({
    ...(body as { content: Record<string, unknown> }),
    updated_at: '2026-11-04T09:00:00Z',
  }),
  deleteDraft: { ok: true },
};
export const renderSendPage = () =>
  renderWithProviders(<SendPage />, {
    route: `/patient/process/${theCase.id}/send`,
    path: '/patient/process/:caseId/send',
  });
