import { render, screen } from '@testing-library/react';
import { HelpDialog } from '../workbench/HelpDialog.tsx';
import { StudyNote } from './StudyNote.tsx';
import { wordsIn, WordsProvider } from './words.ts';

const told = document.createElement('meta');
told.name = 'konsil-portal';
told.content = 'https://portal.example';
beforeEach(() => void document.head.append(told));
afterEach(() => told.remove());

test.each([
  ['the help over the images', <HelpDialog key="help" open onClose={() => undefined} />],
  ['the page without images', <StudyNote key="note" reason="none" onRetry={() => undefined} />],
])("%s links to the portal's privacy notice and imprint beside the images", async (_, page) => {
  render(<WordsProvider value={wordsIn('en')}>{page}</WordsProvider>);
  const privacy = await screen.findByRole('link', { name: 'Privacy' });
  expect(privacy).toHaveAttribute('href', 'https://portal.example/datenschutz');
  expect(privacy).toHaveAttribute('target', '_blank');
  expect(screen.getByRole('link', { name: 'Imprint' })).toHaveAttribute('href', 'https://portal.example/impressum');
});
