import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Document, FileLocation } from '@konsil/contracts/documents';
import { aDocument, fakeApi, refusalWith, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { useState } from 'react';
import { DocumentViewer } from './DocumentViewer';

let api: FakeApi;
afterEach(() => api.restore());

const photo = (file_name: string, day = '2026-11-01') =>
  aDocument({ file_name, content_type: 'image/jpeg', issue_date: day });
const [first, second] = [photo('erste.jpg'), photo('zweite.jpg', '2026-11-02')];
const picture = { first: 'Bild: Laborbefund, 01.11.2026', second: 'Bild: Laborbefund, 02.11.2026' };
const locationOf = ({ id, file_name, content_type }: Document): FileLocation => ({
  documentId: id,
  Filelocation: `http://localhost:3000/${file_name}`,
  download: `http://localhost:3000/${file_name}?download=1`,
  file_name,
  content_type,
  expires_at: '2026-11-21T12:00:00Z',
});
const asked = (id: string | undefined) => (id === first.id ? first : second);

/** Reads the photos one after the other, like the pages do. */
function Reading() {
  const [document, setDocument] = useState(first);
  return (
    <DocumentViewer
      document={document}
      {...(document === first ? { onNext: () => setDocument(second) } : { onPrevious: () => setDocument(first) })}
    />
  );
}
const next = () => userEvent.click(screen.getByRole('button', { name: 'Nächstes Dokument' }));

test('the next document never shows the previous picture', async () => {
  let answer = (_location: FileLocation) => {};
  const later = new Promise<FileLocation>((resolve) => (answer = resolve));
  api = fakeApi({
    getSettings: someSettings(),
    getDocumentFile: ({ params: { id } }) => (id === first.id ? locationOf(first) : later),
  });
  await renderWithProviders(<Reading />);
  expect(await screen.findByRole('img', { name: picture.first })).toHaveAttribute(
    'src',
    'http://localhost:3000/erste.jpg',
  );
  await next();
  expect(screen.getByRole('region', { name: 'zweite.jpg' })).toBeVisible();
  expect(screen.queryByRole('img')).not.toBeInTheDocument();
  answer(locationOf(second));
  await waitFor(() => expect(screen.getByRole('img')).toHaveAttribute('src', 'http://localhost:3000/zweite.jpg'));
});

test('the next document starts at its top', async () => {
  api = fakeApi({ getSettings: someSettings(), getDocumentFile: ({ params: { id } }) => locationOf(asked(id)) });
  await renderWithProviders(<Reading />);
  await screen.findByRole('img', { name: picture.first });
  const scroller = screen.getAllByRole('region', { name: 'erste.jpg' }).at(-1) as HTMLElement;
  scroller.scrollTop = 300;
  await next();
  expect(scroller).toBeVisible();
  expect(scroller.scrollTop).toBe(0);
});

test('the "next" button keeps place and focus at the last document', async () => {
  api = fakeApi({ getSettings: someSettings(), getDocumentFile: ({ params: { id } }) => locationOf(asked(id)) });
  await renderWithProviders(<Reading />);
  await next();
  await next();
  const button = screen.getByRole('button', { name: 'Nächstes Dokument' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveFocus();
  expect(screen.getByRole('region', { name: 'zweite.jpg' })).toBeVisible();
});

test('reports a download that could not start', async () => {
  let failing = false;
  api = fakeApi({
    getSettings: someSettings(),
    getDocumentFile: ({ params: { id } }) => (failing ? refusalWith('unavailable', 503) : locationOf(asked(id))),
  });
  await renderWithProviders(<Reading />);
  await screen.findByRole('img', { name: picture.first });
  failing = true;
  await userEvent.click(screen.getByRole('button', { name: 'Original herunterladen' }));
  expect(
    await screen.findAllByText('Das Herunterladen hat nicht geklappt. Bitte versuchen Sie es noch einmal.'),
  ).not.toHaveLength(0);
});

test('an archived document says so; its uploader can restore it from its page', async () => {
  const archived = photo('alt.jpg');
  api = fakeApi({ getSettings: someSettings(), getDocumentFile: locationOf(archived), restoreDocument: archived });
  await renderWithProviders(<DocumentViewer document={{ ...archived, archived_at: '2026-11-03T11:00:00.000Z' }} />);
  expect(screen.getByText('Dieses Dokument ist im Archiv.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Wiederherstellen' }));
  expect(await screen.findByText('Dokument wiederhergestellt')).toBeVisible();
});

test('rotation and errors of one picture do not affect the next', async () => {
  api = fakeApi({ getSettings: someSettings(), getDocumentFile: ({ params: { id } }) => locationOf(asked(id)) });
  await renderWithProviders(<Reading />);
  const shown = await screen.findByRole('img', { name: picture.first });
  await userEvent.click(screen.getByRole('button', { name: 'Drehen' }));
  expect(shown.style.transform).toBe('rotate(90deg)');
  fireEvent.error(shown);
  expect(await screen.findByText('Das Dokument konnte nicht angezeigt werden.')).toBeVisible();
  await next();
  expect((await screen.findByRole('img', { name: picture.second })).style.transform).toBe('rotate(0deg)');
});

test('a picture without details is named by its file', async () => {
  const unknown = { ...first, medical_kind_code: null, document_medical_kind: null };
  api = fakeApi({ getSettings: someSettings(), getDocumentFile: locationOf(unknown) });
  await renderWithProviders(<DocumentViewer document={unknown} />);
  expect(await screen.findByRole('img', { name: 'Bild: erste.jpg' })).toBeVisible();
});

test('a place in a photo is shown with the text of its pin, also after rotation', async () => {
  api = fakeApi({ getSettings: someSettings(), getDocumentFile: ({ params: { id } }) => locationOf(asked(id)) });
  const region = { left: 0.125, top: 0.25, width: 0.5, height: 0.0625 };
  const { container } = await renderWithProviders(
    <DocumentViewer
      document={first}
      place={{ page: 1, region }}
      marks={[
        { number: 1, words: 'Der Wert nach der Tablette', page: 1, region },
        { number: 2, words: 'Ein anderer', page: 1, region: { ...region, top: 0.8 } },
      ]}
    />,
  );
  await screen.findByRole('img', { name: picture.first });
  const place = () => container.querySelector('[data-region="current"]');
  expect(place()).toHaveTextContent('1');
  expect(place()).toHaveStyle({ left: '12.5%', top: '25%', width: '50%', height: '6.25%' });
  expect(screen.getByRole('note')).toHaveTextContent('Beleg 1:Der Wert nach der Tablette');
  await userEvent.click(screen.getByRole('button', { name: 'Drehen' }));
  expect(place()).toHaveStyle({ left: '68.75%', top: '12.5%', width: '6.25%', height: '50%' });
});

// jsdom's own pointer events have neither a place nor a first finger.
const point = (layer: HTMLElement, type: string, clientX: number, clientY: number) =>
  fireEvent(layer, Object.assign(new MouseEvent(type, { bubbles: true, clientX, clientY }), { isPrimary: true }));

test('a place drawn on a rotated photo is stored relative to the upright photo', async () => {
  api = fakeApi({ getSettings: someSettings(), getDocumentFile: ({ params: { id } }) => locationOf(asked(id)) });
  const places: unknown[] = [];
  const { container } = await renderWithProviders(
    <DocumentViewer document={first} onPlace={(place) => places.push(place)} />,
  );
  await screen.findByRole('img', { name: picture.first });
  await userEvent.click(screen.getByRole('button', { name: 'Drehen' }));
  await userEvent.click(screen.getByRole('button', { name: 'Stelle markieren' }));
  const layer = container.querySelector<HTMLElement>('[data-marking="true"]');
  if (!layer) throw new Error('Nothing can be marked.');
  layer.getBoundingClientRect = () => new DOMRect(0, 0, 200, 100);
  point(layer, 'pointerdown', 20, 10);
  point(layer, 'pointermove', 60, 20);
  point(layer, 'pointerup', 120, 60);
  expect(places).toEqual([
    {
      kind: 'page',
      document_id: first.id,
      page: 1,
      region: {
        left: expect.closeTo(0.1, 6) as number,
        top: expect.closeTo(0.4, 6) as number,
        width: expect.closeTo(0.5, 6) as number,
        height: expect.closeTo(0.5, 6) as number,
      },
    },
  ]);
  expect(container.querySelector('[data-marking="true"]')).toBeNull();
});

test('Escape cancels a place that is being drawn, and leaves nothing', async () => {
  api = fakeApi({ getSettings: someSettings(), getDocumentFile: ({ params: { id } }) => locationOf(asked(id)) });
  const places: unknown[] = [];
  const { container } = await renderWithProviders(
    <DocumentViewer
      document={first}
      marks={[{ number: 1, page: 1, region: { left: 0.1, top: 0.1, width: 0.2, height: 0.2 } }]}
      onPlace={(place) => places.push(place)}
    />,
  );
  await screen.findByRole('img', { name: picture.first });
  await userEvent.click(screen.getByRole('button', { name: 'Stelle markieren' }));
  const layer = container.querySelector<HTMLElement>('[data-marking="true"]');
  if (!layer) throw new Error('Nothing can be marked.');
  layer.getBoundingClientRect = () => new DOMRect(0, 0, 200, 100);
  point(layer, 'pointerdown', 20, 10);
  point(layer, 'pointermove', 120, 60);
  expect(layer.querySelectorAll(':scope > div')).toHaveLength(2);
  await userEvent.keyboard('{Escape}');
  point(layer, 'pointerup', 120, 60);
  expect(layer.querySelectorAll(':scope > div')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Stelle markieren' }));
  expect(layer.querySelectorAll(':scope > div')).toHaveLength(1);
  expect(places).toEqual([]);
});

describe('A structured report', () => {
  const aReport = () =>
    aDocument({
      file_name: 'messung.dcm',
      content_type: 'application/dicom',
      report: {
        title: 'Messbericht',
        study_date: '2026-03-02',
        lines: [
          { level: 0, name: 'Messungen', text: '' },
          {
            level: 1,
            name: 'Long Axis',
            text: '14.20 mm',
            measured: { value: '14.20', unit: 'mm', site: 'Lunge (Rechts)', tracking: '<b>Läsion</b>' },
            images: [{ instance: '1.2.3', frame: 1 }],
          },
          {
            level: 1,
            name: 'Volume',
            text: '',
            measured: { value: '', unit: '', site: '', tracking: '' },
            images: [{ instance: '1.2.4', frame: 1 }],
          },
          { level: 0, name: 'Befund', text: 'Kein Erguss.' },
        ],
        cut: true,
        complete: true,
        verified: false,
      },
    });
  const there = {
    instance: '1.2.3',
    document_id: '00000000-0000-4000-8000-000000000077',
    study_uid: '1.2',
    series_number: 4,
    instance_number: 12,
    frames: 1,
  };

  test('shows headings, text and a table of measurements in their original order', async () => {
    api = fakeApi({ getSettings: someSettings(), listReportImages: [there] });
    await renderWithProviders(<DocumentViewer document={aReport()} />);
    expect(await screen.findByRole('heading', { name: 'Messungen' })).toBeVisible();
    const table = screen.getByRole('table', { name: 'Messungen' });
    const cells = () =>
      within(table)
        .getAllByRole('row')
        .map((row) => [...row.children].map(({ textContent }) => textContent));
    await within(table).findByRole('button', { name: 'Long Axis: Bild 12, Serie 4 zeigen' });
    expect(cells()).toEqual([
      ['Messung', 'Wert', 'Einheit', 'Ort', 'Kennung', 'Bild'],
      ['Long Axis', '14,20', 'mm', 'Lunge (Rechts)', '<b>Läsion</b>', 'Bild 12, Serie 4'],
      ['Volume', 'kein Wert', '', '', '', '1 Bild ist in diesem Fall nicht eindeutig zu finden'],
    ]);
    expect(screen.getByText('Kein Erguss.')).toBeVisible();
    expect(screen.getByText(/^Dieser Bericht ist länger/)).toBeVisible();
  });
  test('opens the viewer at the image of a measurement', async () => {
    api = fakeApi({
      getSettings: someSettings(),
      listReportImages: [there],
      // jsdom only navigates within its page.
      openViewer: { url: `${window.location.href}#viewer` },
    });
    await renderWithProviders(<DocumentViewer document={aReport()} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Long Axis: Bild 12, Serie 4 zeigen' }));
    await waitFor(() => expect(window.location.hash).toBe('#viewer#plain&image=1.2.3/1'));
    expect(api.callsOf('openViewer')[0]).toMatchObject({ params: { id: there.document_id }, query: { study: '1.2' } });
    window.location.hash = '';
  });
});
