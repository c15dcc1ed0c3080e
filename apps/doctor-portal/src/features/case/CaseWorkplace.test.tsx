import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDocument, aLogin, aProcessOverview, fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { CaseWorkplace } from './CaseWorkplace';

let api: FakeApi;
afterEach(() => api.restore());

test("a shortcut focuses the patient's input beside the answer; arrow keys scroll it", async () => {
  const theCase = aProcessOverview({ medical_history: 'Seit Januar.' });
  api = fakeApi({ getSettings: someSettings(), getDraft: null, listSnippets: [] });
  const { currentPath } = await renderWithProviders(<CaseWorkplace theCase={theCase} />, {
    login: aLogin({ role: 'doctor' }),
    path: '/doctor/patient/:patientId/process/:caseId/:pane',
    route: `/doctor/patient/${theCase.patient.id}/process/${theCase.id}/answer`,
  });
  await screen.findByRole('group', { name: 'Art der Antwort' });
  fireEvent.keyDown(document.body, { code: 'KeyM', altKey: true, shiftKey: true });
  const history = await screen.findByText('Seit Januar.');
  expect(currentPath()).toMatch(/\/answer\?document=overview$/);
  expect(screen.getByRole('group', { name: 'Art der Antwort' })).toBeVisible();
  expect(document.activeElement).toContainElement(history);
  expect(document.body).not.toHaveFocus();
});

test('an archived document has its own page and is not replaced by another', async () => {
  const theCase = aProcessOverview({
    documents: [aDocument({ file_name: 'aktuell.jpg', content_type: 'image/jpeg', issue_date: '2026-11-01' })],
  });
  const archived = aDocument({
    case_id: theCase.id,
    file_name: 'alt.jpg',
    content_type: 'image/jpeg',
    issue_date: '2026-11-02',
    archived_at: '2026-11-03T11:00:00.000Z',
    uploaded_by: { role: 'doctor', name: 'Dr. Elif Sandberg', mine: true },
  });
  api = fakeApi({
    getSettings: someSettings(),
    getDocument: archived,
    getDocumentFile: ({ params: { id } }) => ({
      documentId: id ?? '',
      Filelocation: `http://localhost:3000/${id}`,
      download: `http://localhost:3000/${id}`,
      file_name: 'alt.jpg',
      content_type: 'image/jpeg',
      expires_at: '2026-11-21T12:00:00Z',
    }),
  });
  await renderWithProviders(<CaseWorkplace theCase={theCase} />, {
    login: aLogin({ role: 'doctor' }),
    path: '/doctor/patient/:patientId/process/:caseId/documents/:documentId',
    route: `/doctor/patient/${theCase.patient.id}/process/${theCase.id}/documents/${archived.id}`,
  });
  expect(await screen.findByText('Dieses Dokument ist im Archiv.')).toBeVisible();
  expect(screen.getByRole('region', { name: 'alt.jpg' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'aktuell.jpg' })).toBeNull();
});

describe('On a phone, where a document and the answer are shown one at a time', () => {
  const desk = window.matchMedia;
  beforeEach(() => void (window.matchMedia = (media) => Object.assign(desk(media), { matches: false })));
  afterEach(() => void (window.matchMedia = desk));

  const photo = aDocument({ file_name: 'haut.jpg', content_type: 'image/jpeg', issue_date: '2026-11-01' });
  const open = async (turn: 'doctor' | 'patient') => {
    const theCase = aProcessOverview({ documents: [photo], turn });
    let kept: Record<string, unknown> | null = null;
    api = fakeApi({
      getSettings: someSettings(),
      getDraft: () => (kept ? { content: kept, updated_at: '2026-11-03T11:00:00.000Z' } : null),
      saveDraft: ({ body }) => {
        kept = (body as { content: Record<string, unknown> }).content;
        return { content: kept, updated_at: '2026-11-03T11:00:00.000Z' };
      },
      listSnippets: [],
      getMarkedMeasurements: { revision: null, items: [], left_out: 0 },
      getDocumentFile: {
        documentId: photo.id,
        Filelocation: 'http://localhost:3000/haut.jpg',
        download: 'http://localhost:3000/haut.jpg',
        file_name: 'haut.jpg',
        content_type: 'image/jpeg',
        expires_at: '2026-11-21T12:00:00Z',
      },
    });
    return renderWithProviders(<CaseWorkplace theCase={theCase} />, {
      login: aLogin({ role: 'doctor' }),
      path: '/doctor/patient/:patientId/process/:caseId/:pane/:documentId?',
      route: `/doctor/patient/${theCase.patient.id}/process/${theCase.id}/documents/${photo.id}`,
    });
  };

  test('adds a place that is marked in the document to the answer, once', async () => {
    const { currentPath } = await open('doctor');
    await userEvent.click(await screen.findByRole('button', { name: 'Stelle markieren' }));
    fireEvent.load(await screen.findByRole('img'));
    await userEvent.click(await screen.findByRole('button', { name: 'Ganze Seite' }));
    const summary = await screen.findByLabelText('Zusammenfassung');
    await waitFor(() => expect(summary).toHaveValue('[1]'));
    expect(currentPath()).toMatch(/\/answer\?document=/);
    expect(summary).toHaveFocus();
    expect(screen.getByText('1 Stelle')).toBeVisible();
  });

  test('no place in a document can be marked unless the case waits for the doctor', async () => {
    await open('patient');
    await screen.findByRole('img');
    expect(screen.queryByRole('button', { name: 'Stelle markieren' })).toBeNull();
  });
});
