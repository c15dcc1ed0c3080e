import { screen } from '@testing-library/react';
import { ProblemError } from '@konsil/api/problem';
import { fakeApi, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import type { Upload } from '../queue/upload.ts';
import { classifyFailure } from '../queue/uploads.ts';
import { aQueue } from '../testing/a-queue.ts';
import { UploadRow } from './UploadRow.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const showRefused = async (problem: ConstructorParameters<typeof ProblemError>[0]) => {
  api = fakeApi({});
  const { code, fault } = classifyFailure(new ProblemError(problem));
  const upload: Upload = {
    id: '1',
    caseId: 'c',
    name: 'MR.dcm',
    size: 100,
    file: null,
    pageOf: null,
    state: { is: 'failed', code, fault },
  };
  const { queue } = await aQueue();
  await renderWithProviders(<UploadRow upload={upload} queue={queue} compact={false} />);
};

test('a permanently refused scan shows the reason and who can help, without a retry', async () => {
  await showRefused({ status: 422, code: 'invalid', errors: [{ path: 'File.0', code: 'truncated', message: '' }] });
  expect(
    await screen.findByText(/Genauer Grund: Die Datei ist unvollständig: Ein Teil des Bildes fehlt\.$/),
  ).toBeVisible();
  expect(
    screen.getByText(
      'Diese Aufnahme lässt sich nicht lesen. Bitten Sie die Praxis um eine neue Kopie der Aufnahmen (DICOM).',
    ),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Noch einmal versuchen' })).toBeNull();
  expect(screen.getByRole('button', { name: 'MR.dcm aus der Liste nehmen' })).toBeVisible();
});

test('a failure not caused by the file can be retried', async () => {
  await showRefused({ status: 403, code: 'quota', errors: [] });
  expect(
    await screen.findByText('Ihr Speicherplatz ist voll. Schreiben Sie uns unter „Kontakt“, wir helfen weiter.'),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Noch einmal versuchen' })).toBeVisible();
});

test('lists the names of files that were left out if they are few', async () => {
  api = fakeApi({});
  const { queue } = await aQueue();
  const left = (leftOut: number, names: string[]): Upload => ({
    id: String(leftOut),
    caseId: 'c',
    name: '11 Dateien',
    size: 0,
    file: null,
    pageOf: null,
    state: { is: 'gathered', leftOut, names, letters: [], disc: false, tooMany: false },
  });
  await renderWithProviders(
    <>
      <UploadRow upload={left(2, ['Notiz.txt', 'leer.pdf'])} queue={queue} compact />
      <UploadRow upload={left(9, [])} queue={queue} compact />
    </>,
  );
  expect(await screen.findByText(/noch Dokumente sind: Notiz\.txt und leer\.pdf/)).toBeVisible();
  expect(screen.getByText(/9 Dateien wurden ausgelassen/)).toBeVisible();
});
