import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { aDocument, fakeApi, fakeSight, refusalWith, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi, FakeSight } from '@konsil/testing';
import { PdfThumbnail } from './PdfThumbnail';

let api: FakeApi;
let sight: FakeSight;
beforeEach(() => {
  sight = fakeSight();
});
afterEach(() => {
  api.restore();
  sight.restore();
});

test('a page that could not be fetched is fetched again on demand and once online', async () => {
  api = fakeApi({ getSettings: someSettings(), getDocumentFile: refusalWith('unavailable', 503) });
  await renderWithProviders(<PdfThumbnail document={aDocument({ file_name: 'labor.pdf' })} />);
  const fetches = (count: number) => waitFor(() => expect(api.callsOf('getDocumentFile')).toHaveLength(count));
  const again = () => screen.findByRole('button', { name: /^Bild der Seite noch einmal laden.*labor\.pdf/ });
  act(() => sight.show());
  await userEvent.click(await again());
  await fetches(2);
  await again();
  fireEvent(window, new Event('online'));
  await fetches(3);
});
