import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDocument, renderWithProviders } from '@konsil/testing';
import { FoldedDocuments } from './FoldedDocuments';

const documents = [
  aDocument({ is_new: true }),
  aDocument({ is_new: false }),
  aDocument({ is_new: true, archived_at: '2026-11-02T08:00:00Z' }),
];

test('one line shows the number of documents and new ones, and expands to the list', async () => {
  await renderWithProviders(
    <FoldedDocuments documents={documents}>
      <a href="#letter">Arztbrief</a>
    </FoldedDocuments>,
  );
  const line = await screen.findByText('2 Dokumente');
  expect(line).toHaveTextContent('2 Dokumente 1 neu');
  expect(screen.getByText('Arztbrief')).not.toBeVisible();
  await userEvent.click(line);
  expect(screen.getByRole('link', { name: 'Arztbrief' })).toBeVisible();
});

test('calls nothing new when the doctor has seen everything', async () => {
  await renderWithProviders(<FoldedDocuments documents={[aDocument({ is_new: false })]}>–</FoldedDocuments>, {
    locale: 'en',
  });
  expect(await screen.findByText('1 document')).toHaveTextContent(/^1 document$/);
});

test('choosing a document collapses the list and keeps the focus on its line', async () => {
  await renderWithProviders(
    <FoldedDocuments documents={documents}>
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
