import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  aDocument,
  aLogin,
  anId,
  aProcessOverview,
  aRequest,
  fakeApi,
  renderWithProviders,
  someSettings,
} from '@konsil/testing';
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

const entry = (at: string, change: object = {}) => ({
  id: anId(),
  kind: 'request_sent' as const,
  at,
  by: { role: 'patient' as const, name: 'Miriam Adler', mine: false },
  ref_id: null,
  count: null,
  subject: null,
  title_code: null,
  withdrawable: false,
  ...change,
});

test('the overview has the questions before the diagnosis, and what happened last', async () => {
  const theCase = aProcessOverview({
    timeline: ['01', '02', '03', '04', '05', '06'].map((day) =>
      entry(`2026-11-${day}T09:00:00.000Z`, day === '01' ? { kind: 'case_created' as const } : {}),
    ),
  });
  api = fakeApi({ getSettings: someSettings(), getDraft: null, listSnippets: [] });
  await renderWithProviders(<CaseWorkplace theCase={theCase} />, {
    login: aLogin({ role: 'doctor' }),
    path: '/doctor/patient/:patientId/process/:caseId/:pane',
    route: `/doctor/patient/${theCase.patient.id}/process/${theCase.id}/answer?document=overview`,
  });
  const overview = within(await screen.findByLabelText('Überblick'));
  const [question] = theCase.questions;
  const asked = await overview.findByText(question?.text ?? '');
  const diagnosis = overview.getByText(theCase.diagnosis);
  expect(asked.compareDocumentPosition(diagnosis)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(overview.getAllByText('Anfrage gesendet')).toHaveLength(5);
  expect(overview.queryByText('Fall angelegt')).toBeNull();
  expect(overview.getByRole('link', { name: 'Ganzer Verlauf: 6 Einträge' })).toHaveAttribute(
    'href',
    expect.stringMatching(/\/course\?document=overview$/),
  );
  expect(screen.getByRole('group', { name: 'Art der Antwort' })).toBeVisible();
});

test('the key for the next document leads from the overview to the first one, and back', async () => {
  const photo = aDocument({ file_name: 'haut.jpg', content_type: 'image/jpeg' });
  const theCase = aProcessOverview({ documents: [photo] });
  api = fakeApi({ getSettings: someSettings(), getDraft: null, listSnippets: [] });
  const { currentPath } = await renderWithProviders(<CaseWorkplace theCase={theCase} />, {
    login: aLogin({ role: 'doctor' }),
    path: '/doctor/patient/:patientId/process/:caseId/:pane',
    route: `/doctor/patient/${theCase.patient.id}/process/${theCase.id}/answer?document=overview`,
  });
  await screen.findByLabelText('Überblick');
  fireEvent.keyDown(document.body, { key: 'ArrowRight', altKey: true, shiftKey: true });
  expect(await screen.findByLabelText('haut.jpg')).toBeVisible();
  fireEvent.keyDown(document.body, { key: 'ArrowLeft', altKey: true, shiftKey: true });
  expect(await screen.findByLabelText('Überblick')).toBeVisible();
  expect(currentPath()).toMatch(/\?document=overview$/);
});

test('a case that was never opened begins with its overview, until a document is chosen', async () => {
  const photo = aDocument({ file_name: 'haut.jpg', content_type: 'image/jpeg' });
  const triage = {
    unopened: true,
    marked_unread: false,
    snoozed_until: null,
    draft: false,
    open_questions: 0,
    new_images: 0,
    other_cases: 0,
  };
  const theCase = aProcessOverview({ documents: [photo], triage });
  api = fakeApi({ getSettings: someSettings(), getDraft: null, listSnippets: [] });
  const show = (one: typeof theCase) =>
    renderWithProviders(<CaseWorkplace theCase={one} />, {
      login: aLogin({ role: 'doctor' }),
      path: '/doctor/patient/:patientId/process/:caseId/:pane',
      route: `/doctor/patient/${theCase.patient.id}/process/${theCase.id}/answer`,
    });
  const { unmount } = await show(theCase);
  expect(await screen.findByLabelText('Überblick')).toBeVisible();
  fireEvent.keyDown(document.body, { key: 'ArrowRight', altKey: true, shiftKey: true });
  expect(await screen.findByLabelText('haut.jpg')).toBeVisible();
  unmount();
  await show({ ...theCase, triage: { ...triage, unopened: false } });
  expect(await screen.findByLabelText('haut.jpg')).toBeVisible();
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

  test('the history is the whole overview, to which the list of documents leads', async () => {
    const theCase = aProcessOverview({
      documents: [photo],
      requests: [aRequest({ note: 'Die Operation ist am 10. Dezember.' })],
    });
    api = fakeApi({ getSettings: someSettings() });
    await renderWithProviders(<CaseWorkplace theCase={theCase} />, {
      login: aLogin({ role: 'doctor' }),
      path: '/doctor/patient/:patientId/process/:caseId/:pane',
      route: `/doctor/patient/${theCase.patient.id}/process/${theCase.id}/anamnesis`,
    });
    const offered = (await screen.findByText('Überblick')).closest('a');
    expect(offered).toHaveAttribute('href', expect.stringMatching(/\/anamnesis\?document=/));
    expect(offered).toHaveAttribute('aria-current', 'true');
    expect(await screen.findByText(/^Überblick: /)).toBeVisible();
    expect(screen.getByText('Die Operation ist am 10. Dezember.')).toBeVisible();
  });

  test('no place can be marked while nobody waits for the doctor', async () => {
    await open('patient');
    await screen.findByRole('img');
    expect(screen.queryByRole('button', { name: 'Stelle markieren' })).toBeNull();
  });
});
