import { act, render, screen } from '@testing-library/react';
import { Loading } from '@konsil/ui';
import { keepStandIn, StandIn } from './StandIn.tsx';

const answered = (html: string) => {
  const root = document.createElement('div');
  root.innerHTML = html;
  return root;
};
const frame = '<div data-stand-in><nav>Eingang</nav></div>';

afterEach(() => {
  jest.useRealTimers();
  keepStandIn(answered(''));
});

test('keeps the prerendered content through all loading states until the page renders', () => {
  const root = answered(frame);
  expect(keepStandIn(root)).toBe(true);
  root.replaceChildren();
  const { rerender } = render(<StandIn key="code">…</StandIn>);
  expect(screen.getByRole('navigation')).toHaveTextContent('Eingang');
  rerender(<StandIn key="person">…</StandIn>);
  expect(screen.getByRole('navigation')).toHaveTextContent('Eingang');
  expect(screen.getByText('…')).not.toBeVisible();
  rerender(<p>Guten Tag</p>);
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
});

test('a page without prerendered content shows its loading state', () => {
  expect(keepStandIn(answered('<h1>Anmelden</h1>'))).toBe(false);
  render(<StandIn>…</StandIn>);
  expect(screen.getByText('…')).toBeVisible();
});

test('announces loading only after 8 seconds, with a retry', () => {
  jest.useFakeTimers();
  keepStandIn(answered(frame));
  const again = jest.fn();
  render(
    <StandIn>
      <Loading
        label="Wird geladen"
        slow={{ text: 'Das dauert länger als sonst.', retryLabel: 'Noch einmal', onRetry: again }}
      >
        …
      </Loading>
    </StandIn>,
  );
  act(() => void jest.advanceTimersByTime(7999));
  expect(screen.getByRole('navigation')).toBeVisible();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  act(() => void jest.advanceTimersByTime(1));
  screen.getByRole('button', { name: 'Noch einmal' }).click();
  expect(again).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
});
