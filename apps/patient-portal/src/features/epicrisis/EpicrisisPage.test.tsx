import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  anEpicrisis,
  anEpicrisisVersion,
  anId,
  aPatientName,
  fakeApi,
  refusalWith,
  renderWithProviders,
} from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { EpicrisisPage } from './EpicrisisPage.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const { content } = anEpicrisisVersion();
const first = anEpicrisisVersion({
  version: 1,
  released_at: '2026-11-04T10:00:00.000Z',
  content: { ...content, recommendation: 'Abwarten.' },
});
const second = anEpicrisisVersion({
  id: anId(),
  version: 3,
  released_at: '2026-11-20T10:00:00.000Z',
  content: { ...content, recommendation: 'Noch einmal Blut abnehmen.', plain_language: 'Es ist gutartig.' },
});
const open = async (versions: (typeof first)[]) => {
  const [released = null] = versions;
  api = fakeApi({ getEpicrisis: anEpicrisis({ patient: aPatientName(), current: released, released, versions }) });
  await renderWithProviders(<EpicrisisPage />, {
    route: `/patient/patients/${anId()}/epicrisis`,
    path: '/patient/patients/:patientId/epicrisis',
  });
};

test('a new version shows the changes from the previous one, which stays readable', async () => {
  await open([second, first]);
  expect(
    await screen.findByText(/^Seit der Fassung vom Mittwoch, 4\.\sNovember geändert: In einfachen Worten, Empfehlung$/),
  ).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'Empfehlung' })).getByText('geändert')).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'Anlass' })).queryByText('geändert')).toBeNull();
  expect(screen.getByText('Abwarten.')).not.toBeVisible();
  await userEvent.click(screen.getByText(/^Fassung vom Mittwoch, 4\.\sNovember, \d\d:00\sUhr$/));
  expect(screen.getByText('Abwarten.')).toBeVisible();
});

test('the first version has no previous one', async () => {
  await open([first]);
  expect(await screen.findByText('Abwarten.')).toBeVisible();
  expect(screen.queryByText(/geändert/)).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Frühere Fassungen' })).toBeNull();
});

test('a missing record does not say that it has no summary yet', async () => {
  api = fakeApi({ getEpicrisis: refusalWith('not_found', 404) });
  await renderWithProviders(<EpicrisisPage />, {
    route: `/patient/patients/${anId()}/epicrisis`,
    path: '/patient/patients/:patientId/epicrisis',
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Diese Akte gibt es nicht.' })).toBeVisible();
});

test('prints the released version as a letter of its author, without earlier ones', async () => {
  await open([second, first]);
  await screen.findByText('Noch einmal Blut abnehmen.');
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  const sheet = document.querySelector('[data-print="alone"]')?.textContent ?? '';
  for (const words of [
    'Konsil',
    second.author,
    'Miriam Adler, geboren am 14.03.1979',
    'Freigegeben am20.11.2026',
    'Es ist gutartig.',
    'Noch einmal Blut abnehmen.',
  ])
    expect(sheet).toContain(words);
  expect(sheet).not.toContain('Abwarten.');
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(document.querySelector('[data-print="alone"]')).toBeNull();
});

test('shows coded diagnoses by title with the code below, also on paper', async () => {
  const code = {
    system: 'icd10gm' as const,
    version: '2026',
    code: 'E04.1',
    title: 'Nichttoxischer solitärer Schilddrüsenknoten',
    certainty: 'V' as const,
    side: 'R' as const,
  };
  await open([{ ...second, codes: [code] }]);
  const codes = await screen.findByRole('region', { name: 'Diagnosen und Behandlungen mit ihrem Kode' });
  expect(codes).toHaveTextContent('Nichttoxischer solitärer Schilddrüsenknoten, Verdacht, rechtsICD-10-GM 2026: E04.1');
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(document.querySelector('[data-print="alone"]')).toHaveTextContent('ICD-10-GM 2026: E04.1');
  act(() => void window.dispatchEvent(new Event('afterprint')));
});
