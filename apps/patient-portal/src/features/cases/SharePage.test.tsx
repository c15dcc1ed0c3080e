import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ShareLink } from '@konsil/contracts/shares';
import { mostSharedBytes } from '@konsil/contracts/share-limits';
import {
  aDicomSummary,
  aDocument,
  anId,
  aProcessOverview,
  fakeApi,
  refusalWith,
  renderWithProviders,
} from '@konsil/testing';
import type { FakeAnswers, FakeApi } from '@konsil/testing';
import { fromResource } from '../share/sealed-content.ts';
import { payloadIn, unseal } from '../share/sealing.ts';
import { SharePage } from './SharePage.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const scan = aDocument({
  file_name: 'ct.zip',
  content_type: 'application/zip',
  group: 'image',
  medical_kind_code: 'ct',
  dicom: aDicomSummary(),
});
const link: ShareLink = {
  id: anId(),
  case_id: anId(),
  case_name: 'Knoten',
  patient_id: anId(),
  label: 'Dr. Roth',
  content: { answers: 0, summary: false, documents: 0, images: 1 },
  has_passcode: false,
  one_time: false,
  created_at: '2026-11-24T10:00:00.000Z',
  expires_at: '2036-12-01T10:00:00.000Z',
  started_at: null,
  ended_at: null,
  ended_by: null,
  openings: 0,
  last_opened_at: null,
  recipients: [],
};
const series = (number: number, images: number) => ({
  study_uid: '1.2',
  series_uid: `1.2.${number}`,
  number,
  modality: 'CT',
  description: 'axial',
  images: Array.from({ length: images }, (_, index) => ({ instance: `1.2.${number}.${index + 1}`, frames: 1 })),
});

const seal = async (documents: ReturnType<typeof aDocument>[], answers: FakeAnswers = {}) => {
  const theCase = aProcessOverview({ documents });
  api = fakeApi({
    getCase: theCase,
    getEpicrisis: { patient: theCase.patient, version: 0, current: null, released: null, versions: [] },
    createShareLink: { ...link, manifest_url: 'https://konsil.example/api/shl/token' },
    getDocumentFile: ({ params }) => ({
      documentId: params.id ?? '',
      Filelocation: 'https://konsil.example/api/files/x/ct.zip',
      download: 'https://konsil.example/api/files/x/ct.zip',
      file_name: 'ct.zip',
      content_type: 'application/zip',
      expires_at: '2036-12-01T10:00:00.000Z',
    }),
    getFile: null,
    listDocumentPictures: [series(1, 2), series(2, 60)],
    readRenderedFrame: null,
    addShareFile: { ok: true },
    startShareLink: link,
    endShareLink: link,
    ...answers,
  });
  await renderWithProviders(<SharePage />, {
    route: `/patient/process/${theCase.id}/share`,
    path: '/patient/process/:caseId/share',
  });
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Für wen ist der Link?'), 'Dr. Roth');
  for (const box of within(screen.getByRole('group', { name: 'Was enthält der Link?' })).getAllByRole('checkbox'))
    await user.click(box);
  await user.click(screen.getByRole('button', { name: 'Link versiegeln' }));
  return user;
};
/** The encrypted files that were uploaded, opened with the key of the link. */
const sealedItems = async () => {
  const address = (await screen.findByRole('region', { name: 'Der Link' })).textContent ?? '';
  const key = payloadIn(address)?.key ?? '';
  return Promise.all(
    api.callsOf('addShareFile').map(async ({ body }) => {
      const [file = ''] = /eyJ[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+/.exec(String(body)) ?? [];
      return fromResource(await unseal(key, file));
    }),
  );
};

test('encrypts all images of a short series and every n-th of a long one', async () => {
  await seal([scan]);
  const [file, pictures, ...others] = await sealedItems();
  expect(others).toEqual([]);
  if (file?.kind !== 'file' || pictures?.kind !== 'pictures') throw new Error('These are other items.');
  expect(pictures.of).toBe(file.id);
  expect(pictures.series.map(({ title, total, pictures: of }) => [title, total, of.length])).toEqual([
    ['Serie 1: axial', 2, 2],
    ['Serie 2: axial', 60, 30],
  ]);
  expect(pictures.series[1]?.pictures.map(({ at }) => at).slice(0, 3)).toEqual([1, 3, 5]);
  expect(api.callsOf('readRenderedFrame')[0]?.query).toEqual({ viewport: '640,640', quality: '70' });
  expect(screen.queryByText(/Nicht alle Bilder lassen sich/)).toBeNull();
});

test('a link is created even if there are no images to preview', async () => {
  await seal([scan], { readRenderedFrame: refusalWith('unsupported_type', 406) });
  expect(await sealedItems()).toMatchObject([{ kind: 'file' }]);
});

test('a link without room for preview images contains the files, and says so', async () => {
  let files = 0;
  await seal([scan], { addShareFile: () => ((files += 1) === 1 ? { ok: true } : refusalWith('quota', 409)) });
  expect(await screen.findByText(/^Nicht alle Bilder lassen sich im Link durchblättern/)).toBeVisible();
  expect(api.callsOf('startShareLink')).toHaveLength(1);
});

test('a link whose file cannot be saved is ended, and not started', async () => {
  await seal([aDocument()], { addShareFile: refusalWith('internal', 500) });
  expect(await screen.findByRole('alert')).toBeVisible();
  await waitFor(() => expect(api.callsOf('endShareLink').map(({ params }) => params['id'])).toEqual([link.id]));
  expect(api.callsOf('startShareLink')).toEqual([]);
});

test('more documents than a link holds are refused before anything is encrypted', async () => {
  await seal([aDocument({ size: mostSharedBytes }), aDocument({ size: 1 })]);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Ein Link fasst 60 Dateien mit zusammen 225 MB.');
  expect(api.callsOf('createShareLink')).toEqual([]);
});

test("distinguishes the limit for links from the account's storage limit", async () => {
  await seal([aDocument()], { createShareLink: refusalWith('quota', 409) });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Alle zusammen fassen 225 MB an Unterlagen, und höchstens 20 sind zugleich offen.',
  );
  expect(screen.queryByText(/Ihr Speicherplatz ist voll/)).toBeNull();
});
