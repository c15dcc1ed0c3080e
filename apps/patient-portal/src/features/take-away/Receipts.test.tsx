import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FiledReceipt } from '@konsil/contracts/exchange';
import { anId, fakeApi, refusalWith, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { Receipts } from './Receipts.tsx';

let api: FakeApi;
afterEach(() => api?.restore());

const filed: FiledReceipt = {
  manifest_sha256: 'a'.repeat(64),
  key_id: 'k',
  host: 'klinik.example.org',
  taken_at: '2026-11-20T08:00:00.000Z',
  log: '12 ab12 cd34',
  sent_log: '7 ef56 ab78',
  filed_at: '2026-11-21T08:00:00.000Z',
};
const patientId = anId();
const choose = async (content: string) =>
  userEvent.upload(await screen.findByLabelText('Quittung ablegen'), new File([content], 'konsil-quittung.jws'));

test('files a receipt and shows the states of both access logs', async () => {
  let receipts: FiledReceipt[] = [];
  api = fakeApi({
    listReceipts: () => receipts,
    fileReceipt: () => {
      receipts = [filed];
      return filed;
    },
  });
  await renderWithProviders(<Receipts patientId={patientId} />);
  await choose('a.b.c\n');
  expect(await screen.findByText('Laut Quittung übernommen von klinik.example.org am 20.11.2026')).toBeVisible();
  expect(screen.getByText(/Stand dort: 12 ab12 cd34\. Stand hier, .*: 7 ef56 ab78\./)).toBeVisible();
  expect(api.callsOf('fileReceipt').map(({ body }) => body)).toEqual([{ receipt: 'a.b.c' }]);
});

test('says why a receipt is refused, and sends no file that is too long for one', async () => {
  const refused = (code: string) =>
    refusalWith('invalid', 422, {
      errors: [{ path: 'receipt', code: 'invalid', message: '' }],
      current: { refused: code },
    });
  api = fakeApi({ listReceipts: [filed], fileReceipt: refused('known') });
  await renderWithProviders(<Receipts patientId={patientId} />);
  await choose('a.b.c');
  expect(await screen.findByText('Diese Quittung ist bereits abgelegt')).toBeVisible();
  api.change({ fileReceipt: refused('foreign') });
  await choose('d.e.f');
  expect(await screen.findByText(/keine Quittung für eine Akte dieser Person/)).toBeVisible();
  const asked = api.callsOf('fileReceipt').length;
  await choose('x'.repeat(9000));
  expect(await screen.findByText(/keine Quittung für eine Akte dieser Person/)).toBeVisible();
  expect(api.callsOf('fileReceipt')).toHaveLength(asked);
});

test('offers to load the list again', async () => {
  api = fakeApi({ listReceipts: refusalWith('unavailable', 503), fileReceipt: filed });
  await renderWithProviders(<Receipts patientId={patientId} />);
  await screen.findByText('Die abgelegten Quittungen konnten nicht geladen werden.');
  api.change({ listReceipts: [filed] });
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
  await waitFor(() => expect(screen.getByText(/klinik\.example\.org/)).toBeVisible());
});
