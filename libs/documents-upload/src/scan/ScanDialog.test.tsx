import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, useSyncExternalStore } from 'react';
import { renderWithProviders } from '@konsil/testing';
import type { UploadQueue } from '../queue/upload-queue.ts';
import { aQueue, caseId, photo } from '../testing/a-queue.ts';
import { quadOf } from '../testing/made-photos.ts';
import { ScanDialog } from './ScanDialog.tsx';

const edges = quadOf([0.2, 0.1], [0.8, 0.15], [0.9, 0.85], [0.1, 0.8]);

beforeEach(() => {
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = () => undefined;
});

function FirstPage({ queue }: { queue: UploadQueue }) {
  const pages = useSyncExternalStore(queue.subscribe, queue.getUploads);
  return <ScanDialog pages={pages} queue={queue} opened={pages[0]?.id} onOpen={() => undefined} />;
}

test('a retaken photo starts with its own edges, not with the previous corners', async () => {
  const { queue } = await aQueue({
    scanner: { find: () => Promise.resolve(edges), make: (from) => Promise.resolve(from) },
  });
  await queue.add(caseId, [photo('a.jpg'), photo('b.jpg')], new Set());
  await waitFor(() => expect(queue.getUploads()[0]?.edges).toEqual(edges));
  await renderWithProviders(<FirstPage queue={queue} />);
  const corner = () => screen.getByRole('slider', { name: 'Ecke oben links' });
  corner().focus();
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(corner()).toHaveAttribute('aria-valuetext', '20 % von links, 15 % von oben');
  await userEvent.upload(screen.getByLabelText('Neu aufnehmen'), photo('c.jpg'));
  await waitFor(() => expect(corner()).toHaveAttribute('aria-valuetext', '20 % von links, 10 % von oben'));
});

test('a page cannot be accepted while a corner moves, or before its preview is shown', async () => {
  const { queue } = await aQueue();
  await queue.add(caseId, [photo('a.jpg'), photo('b.jpg')], new Set());
  await waitFor(() => expect(queue.getUploads()[0]?.edges).toBeNull());
  await renderWithProviders(<FirstPage queue={queue} />);
  await userEvent.click(screen.getByRole('button', { name: 'Ecken selbst setzen' }));
  const take = screen.getByRole('button', { name: 'So übernehmen' });
  screen.getByRole('slider', { name: 'Ecke unten rechts' }).focus();
  const user = userEvent.setup();
  await user.keyboard('{ArrowUp>}');
  expect(take).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('{/ArrowUp}');
  await waitFor(() => expect(take).not.toHaveAttribute('aria-disabled'));
});

function AllPages({ queue }: { queue: UploadQueue }) {
  const pages = useSyncExternalStore(queue.subscribe, queue.getUploads);
  const [opened, setOpened] = useState(pages[0]?.id);
  return <ScanDialog pages={pages} queue={queue} opened={opened} onOpen={setOpened} />;
}

test('accepting a page opens the next one with detected edges', async () => {
  const { queue } = await aQueue({
    scanner: { find: () => Promise.resolve(edges), make: (from) => Promise.resolve(from) },
  });
  await queue.add(
    caseId,
    ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => photo(name)),
    new Set(),
  );
  await waitFor(() => expect(queue.getUploads().every(({ edges: found }) => found)).toBe(true));
  await renderWithProviders(<AllPages queue={queue} />);
  const take = await screen.findByRole('button', { name: 'Übernehmen und zur nächsten Seite' });
  await waitFor(() => expect(take).not.toHaveAttribute('aria-disabled'));
  await userEvent.click(take);
  expect(await screen.findByRole('dialog', { name: 'Seite 2' })).toBeVisible();
});
