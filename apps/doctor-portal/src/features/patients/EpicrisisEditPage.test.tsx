import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  aLogin,
  anAnswer,
  anEpicrisis,
  anEpicrisisVersion,
  anId,
  aPatientName,
  aProcessOverview,
  fakeApi,
  refusalWith,
  renderWithProviders,
  someSettings,
} from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import EpicrisisEditPage from './EpicrisisEditPage';

let api: FakeApi;
afterEach(() => api.restore());

const patient = aPatientName();
const first = anEpicrisisVersion();
const opened = anEpicrisis({ patient, version: 1, current: first, versions: [first] });
const theirs = anEpicrisisVersion({
  id: anId(),
  version: 2,
  author: 'Dr. Anna Keil',
  content: { ...first.content, diagnoses: 'Struma multinodosa' },
});
const newer = anEpicrisis({ patient, version: 2, current: theirs, versions: [theirs, first] });

const snippet = { id: anId(), title: 'Kontrolle', text: 'Kontrolle in zwölf Monaten.' };

const open = async (answers: Parameters<typeof fakeApi>[0] = {}, query = '') => {
  api = fakeApi({
    getEpicrisis: opened,
    saveEpicrisis: ({ body }) =>
      (body as { version: number }).version === 2 ? newer : refusalWith('version_conflict', 409, { current: newer }),
    getDraft: null,
    saveDraft: ({ body }) => ({
      content: (body as { content: Record<string, unknown> }).content,
      updated_at: '2026-11-03T11:00:00.000Z',
    }),
    deleteDraft: { ok: true },
    listSnippets: [snippet],
    getSettings: someSettings(),
    ...answers,
  });
  return renderWithProviders(<EpicrisisEditPage />, {
    route: `/doctor/patient/${patient.id}/epicrisis/edit${query}`,
    path: '/doctor/patient/:patientId/epicrisis/edit',
    login: aLogin({ role: 'doctor' }),
  });
};

test('a conflict shows both texts, keeps the input, and can save it as next version', async () => {
  const { currentPath } = await open();
  const diagnoses = await screen.findByLabelText('Diagnosen');
  await userEvent.clear(diagnoses);
  await userEvent.type(diagnoses, 'Follikuläre Neoplasie');
  await userEvent.click(screen.getByRole('button', { name: 'Als Entwurf speichern' }));

  const conflict = (await screen.findByText('Jemand hat inzwischen eine neue Fassung gespeichert')).closest(
    '[role=status]',
  );
  expect(conflict).toHaveTextContent('Dr. Anna Keil');
  const marked = (tag: 'ins' | 'del') =>
    [...(conflict?.querySelectorAll(tag) ?? [])].map(({ textContent }) => textContent);
  expect(marked('del')).toEqual(['Struma', 'multinodosa']);
  expect(marked('ins')).toEqual(['Follikuläre', 'Neoplasie']);
  expect(diagnoses).toHaveValue('Follikuläre Neoplasie');

  await userEvent.click(screen.getByRole('button', { name: 'Meinen Text als neue Fassung speichern' }));
  await waitFor(() => expect(currentPath()).toBe(`/doctor/patient/${patient.id}`));
  expect(api.callsOf('saveEpicrisis').at(-1)?.body).toMatchObject({
    version: 2,
    content: { diagnoses: 'Follikuläre Neoplasie' },
  });
});

test('the conflicting text can replace the own one', async () => {
  await open();
  const diagnoses = await screen.findByLabelText('Diagnosen');
  await userEvent.type(diagnoses, ' rechts');
  await userEvent.click(screen.getByRole('button', { name: 'Als Entwurf speichern' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Die andere Fassung übernehmen' }));
  await waitFor(() => expect(diagnoses).toHaveValue('Struma multinodosa'));
  expect(screen.queryByText('Jemand hat inzwischen eine neue Fassung gespeichert')).not.toBeInTheDocument();
});

test('a snippet is inserted at the cursor, and typing continues after it', async () => {
  await open();
  const findings = await screen.findByLabelText<HTMLTextAreaElement>('Befunde');
  await userEvent.clear(findings);
  await userEvent.type(findings, 'Echoarm.{enter}Kalt.');
  findings.setSelectionRange(8, 8);
  screen.getByRole('button', { name: 'Baustein' }).focus();
  await userEvent.keyboard('{Enter}');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Kontrolle' }));
  await waitFor(() => expect(findings).toHaveFocus());
  await userEvent.keyboard(' TSH dazu.');
  expect(findings).toHaveValue('Echoarm.\nKontrolle in zwölf Monaten. TSH dazu.\nKalt.');
  await userEvent.click(screen.getByRole('button', { name: 'Als Entwurf speichern' }));
  await waitFor(() =>
    expect(api.callsOf('saveEpicrisis').at(-1)?.body).toMatchObject({
      content: { findings: 'Echoarm.\nKontrolle in zwölf Monaten. TSH dazu.\nKalt.' },
    }),
  );
});

test('a draft based on an older version does not overwrite the newer one', async () => {
  await open({
    getEpicrisis: newer,
    getDraft: {
      content: { ...first.content, diagnoses: 'Follikuläre Neoplasie', version: 1 },
      updated_at: '2026-11-03T10:00:00.000Z',
    },
  });
  const diagnoses = await screen.findByLabelText('Diagnosen');
  await waitFor(() => expect(diagnoses).toHaveValue('Follikuläre Neoplasie'));
  await userEvent.click(screen.getByRole('button', { name: 'Als Entwurf speichern' }));
  expect(await screen.findByText('Jemand hat inzwischen eine neue Fassung gespeichert')).toBeVisible();
});

test('an empty summary is neither saved nor released', async () => {
  await open({ getEpicrisis: anEpicrisis({ patient, version: 0, current: null, released: null, versions: [] }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Freigeben …' }));
  const summary = await screen.findByRole('alert');
  expect(summary).toHaveTextContent('Bitte schreiben Sie mindestens einen Abschnitt');
  await waitFor(() => expect(summary).toHaveFocus());
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.getByLabelText('Anlass')).toHaveAccessibleDescription('Bitte schreiben Sie mindestens einen Abschnitt');
  expect(api.callsOf('saveEpicrisis')).toEqual([]);
});

test('a first summary is called new, not edited; releasing asks first', async () => {
  await open({
    getEpicrisis: anEpicrisis({ patient, version: 0, current: null, released: null, versions: [] }),
    saveEpicrisis: opened,
  });
  expect(await screen.findByRole('heading', { name: 'Beurteilung schreiben' })).toBeVisible();
  await userEvent.type(await screen.findByLabelText('Diagnosen'), 'Struma');
  await userEvent.click(screen.getByRole('button', { name: 'Freigeben …' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Freigeben' }));
  await waitFor(() =>
    expect(api.callsOf('saveEpicrisis')[0]?.body).toMatchObject({ release: true, content: { diagnoses: 'Struma' } }),
  );
});

test('announces a restored draft above the form, and nothing without one', async () => {
  const { unmount } = await open({
    getDraft: {
      content: { ...first.content, diagnoses: 'Follikuläre Neoplasie', version: 1 },
      updated_at: '2026-11-03T10:00:00.000Z',
    },
  });
  expect(await screen.findByText('Ihr Entwurf ist wieder da.')).toBeVisible();
  expect(screen.getByLabelText('Diagnosen')).toHaveValue('Follikuläre Neoplasie');
  unmount();
  api.restore();
  await open();
  expect(await screen.findByLabelText('Diagnosen')).toHaveValue(first.content.diagnoses);
  expect(screen.queryByText('Ihr Entwurf ist wieder da.')).not.toBeInTheDocument();
});

test('a missing or inaccessible patient says so and links to the list, without a retry', async () => {
  await open({ getEpicrisis: refusalWith('not_found', 404) });
  expect(
    await screen.findByRole('heading', { name: 'Diese Akte ist nicht oder nicht mehr mit Ihnen geteilt.' }),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Patienten' })).toHaveAttribute('href', '/doctor/patients');
  expect(screen.queryByRole('button', { name: 'Noch einmal versuchen' })).toBeNull();
});

test('in a case, the form is beside the documents and copies known facts on request', async () => {
  const theCase = aProcessOverview({
    patient: { ...aProcessOverview().patient, id: patient.id },
    documents: [],
    diagnosis: 'Knoten rechts, 23 mm',
    answers: [anAnswer({ answer: 'Der Knoten ist gutartig.', next_step: null })],
  });
  const { currentPath } = await open(
    { getCase: theCase, listCases: refusalWith('internal', 500) },
    `?case=${theCase.id}`,
  );
  const diagnoses = await screen.findByLabelText('Diagnosen');
  expect(screen.getByRole('navigation', { name: 'Unterlagen des Falls' })).toBeInTheDocument();
  const before = first.content.diagnoses;
  expect(diagnoses).toHaveValue(before);
  await userEvent.click(screen.getByRole('button', { name: 'In „Diagnosen“ übernehmen' }));
  expect(diagnoses).toHaveValue(`${before}\nKnoten rechts, 23 mm`);
  expect(diagnoses).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'In „Diagnosen“ übernehmen' })).toBeNull();
  expect(screen.getByRole('button', { name: 'In „Beurteilung“ übernehmen' })).toBeVisible();
  api.change({ saveEpicrisis: newer });
  await userEvent.click(screen.getByRole('button', { name: 'Als Entwurf speichern' }));
  await waitFor(() => expect(currentPath()).toContain(`/process/${theCase.id}/epicrisis`));
});

test('codes of an answer are copied into the summary only on request', async () => {
  const code = {
    system: 'icd10gm' as const,
    version: '2026',
    code: 'E04.1',
    title: 'Nichttoxischer solitärer Schilddrüsenknoten',
    certainty: 'G' as const,
    side: null,
  };
  const theCase = aProcessOverview({
    patient: { ...aProcessOverview().patient, id: patient.id },
    documents: [],
    answers: [anAnswer({ codes: [code] })],
  });
  await open(
    {
      getCase: theCase,
      getCodeLists: [{ system: 'icd10gm', version: '2026' }],
      listCases: refusalWith('internal', 500),
      saveEpicrisis: newer,
    },
    `?case=${theCase.id}`,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Kodes aus Ihrer Antwort übernehmen: E04.1' }));
  expect(await screen.findByLabelText('Wie sicher ist E04.1?')).toHaveValue('G');
  expect(screen.queryByRole('button', { name: /^Kodes aus Ihrer Antwort/ })).toBeNull();
  const { title: _title, ...sent } = code;
  await userEvent.click(screen.getByRole('button', { name: 'Als Entwurf speichern' }));
  await waitFor(() => expect(api.callsOf('saveEpicrisis')[0]?.body).toMatchObject({ codes: [sent] }));
});

const preparedIn = () => {
  const theCase = aProcessOverview({
    patient: { ...aProcessOverview().patient, id: patient.id },
    documents: [],
    assistants: { allowed: true, names: ['Anna Muster'] },
  });
  const prepared = {
    by: 'Anna Muster',
    mine: false,
    content: { assessment: 'Gutartig.', diagnoses: '' },
    updated_at: '2026-11-03T09:12:00.000Z',
    revision: 'a'.repeat(32),
    taken_at: null,
  };
  return { theCase, prepared };
};

test("an assistant's draft is read beside the own text, and replaces it only when taken over", async () => {
  const { theCase, prepared } = preparedIn();
  await open(
    {
      getCase: theCase,
      listCases: refusalWith('internal', 500),
      listPreparedDrafts: [prepared],
      takePreparedDraft: prepared,
    },
    `?case=${theCase.id}`,
  );
  const { diagnoses, assessment } = first.content;
  await userEvent.click(await screen.findByRole('button', { name: 'Entwurf von Anna Muster lesen und vergleichen' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Gutartig.')).toBeVisible();
  expect(screen.getByLabelText('Beurteilung')).toHaveValue(assessment);
  await userEvent.click(dialog.getByRole('button', { name: assessment ? 'Meinen Text ersetzen' : 'Übernehmen' }));
  await waitFor(() => expect(screen.getByLabelText('Beurteilung')).toHaveValue('Gutartig.'));
  expect(api.callsOf('takePreparedDraft')[0]).toMatchObject({ body: { revision: 'a'.repeat(32), of: 'summary' } });
  // Sections that the draft leaves empty stay as the doctor wrote them.
  expect(screen.getByLabelText('Diagnosen')).toHaveValue(diagnoses);
});

test('a draft that changed is shown again before it can be taken over', async () => {
  const { theCase, prepared } = preparedIn();
  await open(
    {
      getCase: theCase,
      listCases: refusalWith('internal', 500),
      listPreparedDrafts: [prepared],
      takePreparedDraft: refusalWith('conflict', 409),
    },
    `?case=${theCase.id}`,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Entwurf von Anna Muster lesen und vergleichen' }));
  await userEvent.click(await screen.findByRole('button', { name: /^(Meinen Text ersetzen|Übernehmen)$/ }));
  // The toast, and what it says to screen readers.
  expect(await screen.findAllByText(/Anna Muster hat inzwischen weitergeschrieben/)).not.toHaveLength(0);
  expect(screen.getByLabelText('Diagnosen')).toHaveValue(first.content.diagnoses);
});
