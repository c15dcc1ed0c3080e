import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDocument, aRequest, renderWithProviders } from '@konsil/testing';
import { FoldedDocuments } from './FoldedDocuments';

const documents = [
  aDocument({ is_new: true }),
  aDocument({ is_new: false }),
  aDocument({ is_new: true, archived_at: '2026-11-02T08:00:00Z' }),
];

const asked = (list: ReturnType<typeof aDocument>[], requests: number) => ({
  documents: list,
  last_answer: null,
  requests: Array.from({ length: requests }, () => aRequest()),
});

test('one line shows the number of documents and new ones, and expands to the list', async () => {
  await renderWithProviders(
    <FoldedDocuments theCase={asked(documents, 2)}>
      <a href="#letter">Arztbrief</a>
    </FoldedDocuments>,
  );
  const line = await screen.findByText('2 Dokumente');
  expect(line).toHaveTextContent('2 Dokumente 1 neu');
  expect(screen.getByText('Arztbrief')).not.toBeVisible();
  await userEvent.click(line);
  expect(screen.getByRole('link', { name: 'Arztbrief' })).toBeVisible();
});

test('calls no document new when the doctor has seen everything', async () => {
  await renderWithProviders(<FoldedDocuments theCase={asked([aDocument({ is_new: false })], 2)}>–</FoldedDocuments>, {
    locale: 'en',
  });
  expect(await screen.findByText('1 document')).toHaveTextContent(/^1 document$/);
});

test('calls no document new on a first request, where all are', async () => {
  await renderWithProviders(<FoldedDocuments theCase={asked(documents, 1)}>–</FoldedDocuments>);
  expect(await screen.findByText('2 Dokumente')).toHaveTextContent(/^2 Dokumente$/);
});

test('choosing a document collapses the list and focuses its summary line', async () => {
  await renderWithProviders(
    <FoldedDocuments theCase={asked(documents, 2)}>
      <h2>Neu</h2>
      <a href="#letter">Arztbrief</a>
    </FoldedDocuments>,
  );
  const line = await screen.findByText('2 Dokumente');
  await userEvent.click(line);
  await userEvent.click(screen.getByText('Neu'));
  await userEvent.click(screen.getByRole('link', { name: 'Arztbrief' }));
  expect(screen.getByText('Arztbrief')).not.toBeVisible();
  expect(line).toHaveFocus();
});
