import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeApi, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { useState } from 'react';
import type { Upload } from '../queue/upload.ts';
import { uploadQueue } from '../queue/uploads.ts';
import { photo } from '../testing/a-queue.ts';
import { PhotoPages } from './PhotoPages.tsx';
import { UploadPanel } from './UploadPanel.tsx';
import type { UploadPanelProps } from './UploadPanel.tsx';

let api: FakeApi;
beforeEach(() => {
  api = fakeApi({});
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => api.restore());

// The queue belongs to the page, so each test uses its own case.
const open = (props: Partial<UploadPanelProps> = {}) =>
  renderWithProviders(
    <UploadPanel
      caseId={crypto.randomUUID()}
      documents={[]}
      documentPath={(id) => `/documents/${id}`}
      otherSide="Dr. Sandberg"
      {...props}
    />,
  );
const choose = (...names: string[]) => userEvent.upload(screen.getByLabelText('Dateien wählen'), names.map(photo));
const pages = async (count: number) => {
  const list = await screen.findByRole('list', { name: `${count} Fotos` });
  await waitFor(() => expect(within(list).getAllByRole('button', { name: /groß ansehen/ })).toHaveLength(count));
  return list;
};

test('photos chosen together can be reordered by keyboard, with the focus kept', async () => {
  await open();
  await choose('a.jpg', 'b.jpg', 'c.jpg');
  await pages(3);
  expect(screen.getByRole('button', { name: 'Als ein Dokument zusammenfassen' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Einzeln hochladen' })).toBeVisible();
  const forward = screen.getByRole('button', { name: 'Nach vorn: Seite 3' });
  await userEvent.click(forward);
  expect(screen.getByText('Jetzt Seite 2 von 3')).toBeInTheDocument();
  expect(forward).toHaveFocus();
  expect(forward).toHaveAccessibleName('Nach vorn: Seite 2');
  await userEvent.keyboard('{Enter}');
  expect(screen.getByText('Jetzt Seite 1 von 3')).toBeInTheDocument();
  expect(forward).toHaveAttribute('aria-disabled', 'true');
});

test('removing a page keeps the focus on the pages; an unreadable page is named', async () => {
  await open();
  await choose('a.jpg', 'b.jpg', 'c.jpg');
  await pages(3);
  await userEvent.click(screen.getByRole('button', { name: 'Entfernen: Seite 2' }));
  expect(await pages(2)).toHaveFocus();
  // jsdom cannot draw.
  await userEvent.click(screen.getByRole('button', { name: 'Als ein Dokument zusammenfassen' }));
  const [first] = within(await pages(2)).getAllByRole('listitem');
  expect(within(first as HTMLElement).getByText(/Diese Seite lässt sich nicht lesen/)).toBeVisible();
  expect(
    (await screen.findAllByText('Seite 1 lässt sich nicht lesen. Ihre Fotos sind noch da.')).length,
  ).toBeGreaterThan(0);
});

test('refuses more pages for one document than stay readable', async () => {
  await open({ pagesPerDocument: 3 });
  await choose('1.jpg', '2.jpg');
  await userEvent.upload(await screen.findByLabelText('Weitere Seite'), photo('3.jpg'));
  await pages(3);
  expect(screen.queryByLabelText('Weitere Seite')).toBeNull();
  await userEvent.upload(screen.getByLabelText('Foto machen'), photo('4.jpg'));
  expect(await screen.findByLabelText('Weitere Seite')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Alle Fotos als ein Dokument zusammenfassen' })).toBeNull();
});

test('a new photo offers another page; photos taken one by one can still be combined', async () => {
  await open();
  await userEvent.upload(screen.getByLabelText('Foto machen'), photo('a.jpg'));
  await userEvent.upload(await screen.findByLabelText('Weitere Seite'), photo('b.jpg'));
  await pages(2);
  await userEvent.upload(screen.getByLabelText('Foto machen'), photo('c.jpg'));
  await userEvent.click(await screen.findByRole('button', { name: 'Alle Fotos als ein Dokument zusammenfassen' }));
  await pages(3);
  expect(screen.queryByRole('button', { name: 'Alle Fotos als ein Dokument zusammenfassen' })).toBeNull();
});

test('a cropped photo cannot be uploaded until its cropped page was shown', async () => {
  await open();
  await userEvent.upload(screen.getByLabelText('Foto machen'), photo('a.jpg'));
  await userEvent.click(await screen.findByRole('button', { name: 'Ecken selbst setzen' }));
  screen.getByRole('slider', { name: 'Ecke unten rechts' }).focus();
  const user = userEvent.setup();
  await user.keyboard('{ArrowUp>}');
  const upload = screen.getByRole('button', { name: 'So hochladen' });
  expect(upload).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('{/ArrowUp}');
  await waitFor(() => expect(upload).not.toHaveAttribute('aria-disabled'));
});

test('adding a page during cropping keeps the corners as a suggestion', async () => {
  await open();
  await userEvent.upload(screen.getByLabelText('Foto machen'), photo('a.jpg'));
  await userEvent.click(await screen.findByRole('button', { name: 'Ecken selbst setzen' }));
  screen.getByRole('slider', { name: 'Ecke unten rechts' }).focus();
  await userEvent.setup().keyboard('{ArrowUp>}');
  await userEvent.upload(screen.getByLabelText('Weitere Seite'), photo('b.jpg'));
  const [first] = within(await pages(2)).getAllByRole('listitem');
  expect(within(first as HTMLElement).getByText('Ränder gefunden, noch nicht zugeschnitten')).toBeVisible();
});

test('corners set before edge detection ends are kept when the photo is rotated', async () => {
  const taken: Upload = {
    id: 'a',
    caseId: 'case',
    name: 'a.jpg',
    size: 1,
    file: photo('a.jpg'),
    pageOf: 'document',
    state: { is: 'review' },
  };
  function Turned() {
    const [state, setState] = useState(taken.state);
    return (
      <>
        <button onClick={() => setState({ is: 'checking' })}>Turned</button>
        <PhotoPages pages={[{ ...taken, state }]} queue={uploadQueue()} known={() => new Set()} first most={3} />
      </>
    );
  }
  await renderWithProviders(<Turned />);
  await userEvent.click(await screen.findByRole('button', { name: 'Ecken selbst setzen' }));
  screen.getByRole('slider', { name: 'Ecke unten rechts' }).focus();
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}');
  await userEvent.click(screen.getByRole('button', { name: 'Turned' }));
  expect(screen.getByRole('slider', { name: 'Ecke unten rechts' })).toHaveAttribute(
    'aria-valuetext',
    '100 % von links, 95 % von oben',
  );
});
