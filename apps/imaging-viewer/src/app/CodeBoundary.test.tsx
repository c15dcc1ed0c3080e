import { act, render, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { CodeBoundary } from './CodeBoundary.tsx';
import { LoadingRoom } from './LoadingRoom.tsx';

test('code that fails to load shows an error with a retry instead of an empty page', async () => {
  const told = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const Missing = lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  render(
    <CodeBoundary>
      <Suspense fallback={<LoadingRoom />}>
        <Missing />
      </Suspense>
    </CodeBoundary>,
  );
  expect(await screen.findByRole('heading', { name: 'Das hat nicht geklappt' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Noch einmal versuchen' })).toBeEnabled();
  told.mockRestore();
});

test('a long wait offers to reload the page', () => {
  jest.useFakeTimers();
  render(<LoadingRoom />);
  expect(screen.queryByRole('button', { name: 'Seite neu laden' })).toBeNull();
  act(() => jest.advanceTimersByTime(8000));
  expect(screen.getByRole('button', { name: 'Seite neu laden' })).toBeEnabled();
  jest.useRealTimers();
});
