import { act, render, screen } from '@testing-library/react';
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

test('what the page was answered with stays in sight from one waiting part to the next, and goes with the last', () => {
  const root = answered(frame);
  expect(keepStandIn(root)).toBe(true);
  root.replaceChildren();
  const { rerender } = render(<StandIn key="code">…</StandIn>);
  expect(screen.getByRole('navigation')).toHaveTextContent('Eingang');
  rerender(<StandIn key="person">…</StandIn>);
  expect(screen.getByRole('navigation')).toHaveTextContent('Eingang');
  expect(screen.queryByText('…')).not.toBeInTheDocument();
  rerender(<p>Guten Tag</p>);
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
});

test('a page that was answered with nothing shows that it is loading', () => {
  expect(keepStandIn(answered('<h1>Anmelden</h1>'))).toBe(false);
  render(<StandIn>…</StandIn>);
  expect(screen.getByText('…')).toBeVisible();
});

test('after 8 seconds the way to try again is offered instead', () => {
  jest.useFakeTimers();
  keepStandIn(answered(frame));
  render(<StandIn>Noch einmal</StandIn>);
  act(() => void jest.advanceTimersByTime(8000));
  expect(screen.getByText('Noch einmal')).toBeVisible();
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
});
