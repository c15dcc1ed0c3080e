import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDocument, aLogin, fakeApi, refusalWith, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { ScanView } from './ScanView';

let api: FakeApi;
const tab = { location: { replace: jest.fn() }, close: jest.fn() };
beforeEach(() => {
  jest.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
});
afterEach(() => {
  api.restore();
  window.location.hash = '';
  jest.restoreAllMocks();
  jest.clearAllMocks();
});

const thorax = {
  study_uid: '1.2.1',
  modality: 'CT',
  study_date: '2026-09-14',
  description: 'Thorax',
  series: 2,
  images: 7,
};
const knee = { study_uid: '1.2.2', modality: 'MR', study_date: null, description: '', series: 1, images: 1 };
const person = { patient_name: 'Miriam Adler', birth_date: null, mismatch: false };
const single = aDocument({ group: 'image', dicom: { ...thorax, ...person } });
const several = aDocument({ group: 'image', dicom: { ...thorax, ...person, other_studies: [knee] } });

/** jsdom only navigates within its page. */
const viewerHere = (study = '1.2.1') => ({ url: `${window.location.href.split('#')[0]}#study=${study}` });

test('a file of one examination has one link to its images, in the same tab', async () => {
  api = fakeApi({ getSettings: someSettings(), openViewer: viewerHere() });
  await renderWithProviders(<ScanView document={single} />);
  expect(screen.getByText('Thorax · 14.09.2026 · 7 Bilder · 2 Serien')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Aufnahmen öffnen' }));
  await waitFor(() => expect(window.location.hash).toBe('#study=1.2.1#plain'));
  expect(window.open).not.toHaveBeenCalled();
});

test('a doctor opens images with all tools, a patient in plain words', async () => {
  api = fakeApi({ getSettings: someSettings(), openViewer: viewerHere() });
  await renderWithProviders(<ScanView document={single} />, { login: aLogin({ role: 'doctor' }) });
  await userEvent.click(screen.getByRole('button', { name: 'Aufnahmen öffnen' }));
  await waitFor(() => expect(window.location.hash).toBe('#study=1.2.1'));
});

test('Ctrl and the middle button open images in a tab, Shift in a window', async () => {
  const url = 'http://localhost:3001/viewer?StudyInstanceUIDs=1.2.1';
  api = fakeApi({ getSettings: someSettings(), openViewer: { url } });
  await renderWithProviders(<ScanView document={single} />, { login: aLogin({ role: 'doctor' }) });
  const open = screen.getByRole('button', { name: 'Aufnahmen öffnen' });
  const presses = [
    () => fireEvent.click(open, { ctrlKey: true }),
    () => fireEvent(open, new MouseEvent('auxclick', { bubbles: true, button: 1 })),
    () => fireEvent.click(open, { shiftKey: true }),
  ];
  for (const [index, press] of presses.entries()) {
    press();
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledTimes(index + 1));
  }
  expect(tab.location.replace).toHaveBeenLastCalledWith(url);
  expect(jest.mocked(window.open).mock.calls.map(([, , features = '']) => features.split(',')[0])).toEqual([
    '',
    '',
    'popup',
  ]);
});

test('images open in a tab while leaving the page would lose something', async () => {
  api = fakeApi({ getSettings: someSettings(), openViewer: viewerHere() });
  const ask = (event: Event) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  await renderWithProviders(<ScanView document={single} />);
  await userEvent.click(screen.getByRole('button', { name: 'Aufnahmen öffnen' }));
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith(`${viewerHere().url}#plain`));
  window.removeEventListener('beforeunload', ask);
});

test("does not repeat the device's title below a heading that shows it", async () => {
  api = fakeApi({ getSettings: someSettings() });
  await renderWithProviders(<ScanView document={{ ...single, medical_kind_code: null }} />);
  expect(screen.getByText('14.09.2026 · 7 Bilder · 2 Serien')).toBeVisible();
});

test('opens the chosen one of several examinations in a file', async () => {
  api = fakeApi({
    getSettings: someSettings(),
    openViewer: ({ query }) => viewerHere(query['study']),
  });
  await renderWithProviders(<ScanView document={several} />);
  expect(screen.getByText('Diese Datei enthält 2 Untersuchungen.')).toBeVisible();
  const [first, second] = screen.getAllByRole('listitem') as [HTMLElement, HTMLElement];
  expect(within(first).getByText('14.09.2026 · 7 Bilder · 2 Serien')).toBeVisible();
  await userEvent.click(within(second).getByRole('button', { name: 'Aufnahmen öffnen: MR' }));
  await waitFor(() => expect(window.location.hash).toBe('#study=1.2.2#plain'));
});

test('leaves no empty tab behind when images cannot be opened', async () => {
  api = fakeApi({ getSettings: someSettings(), openViewer: refusalWith('not_found', 404) });
  await renderWithProviders(<ScanView document={several} />);
  fireEvent.click(screen.getByRole('button', { name: 'Aufnahmen öffnen: Thorax, 14.09.2026' }), { ctrlKey: true });
  expect(await screen.findByText('Das Dokument konnte nicht angezeigt werden.')).toBeVisible();
  expect(tab.close).toHaveBeenCalled();
});

test.each([
  [
    'that is still being made is not called missing',
    { preview_coming: true } as const,
    'Die Vorschau wird noch erstellt.',
  ],
  ['that cannot be made is called so', {}, 'Von diesen Aufnahmen gibt es keine Vorschau.'],
])('a picture %s', async (_, state, words) => {
  api = fakeApi({ getSettings: someSettings() });
  await renderWithProviders(<ScanView document={{ ...single, ...state }} />);
  expect(screen.getByText(words)).toBeVisible();
});
