import { act, render, screen } from '@testing-library/react';
import { useKeyboard } from './useKeyboard';

/** A fake `visualViewport`, which jsdom does not have. */
class Seen extends EventTarget {
  height = window.innerHeight;
  offsetTop = 0;
  scale = 1;
  become(now: Partial<Pick<Seen, 'height' | 'offsetTop' | 'scale'>>, event = 'resize') {
    Object.assign(this, now);
    act(() => void this.dispatchEvent(new Event(event)));
  }
}
let seen: Seen;
beforeEach(() => {
  seen = new Seen();
  Object.defineProperty(window, 'visualViewport', { configurable: true, value: seen });
});
afterEach(() => Object.defineProperty(window, 'visualViewport', { configurable: true, value: undefined }));

function Told() {
  return <output>{useKeyboard()}</output>;
}

test('reports the height a keyboard covers, less the scroll offset, until it closes', () => {
  render(<Told />);
  expect(screen.getByRole('status')).toHaveTextContent(/^0$/);
  seen.become({ height: window.innerHeight - 300 });
  expect(screen.getByRole('status')).toHaveTextContent(/^300$/);
  seen.become({ offsetTop: 100 }, 'scroll');
  expect(screen.getByRole('status')).toHaveTextContent(/^200$/);
  seen.become({ height: window.innerHeight, offsetTop: 0 });
  expect(screen.getByRole('status')).toHaveTextContent(/^0$/);
});

test('pinch zoom is not taken for a keyboard', () => {
  render(<Told />);
  seen.become({ height: window.innerHeight / 2, scale: 2 });
  expect(screen.getByRole('status')).toHaveTextContent(/^0$/);
});

test('a browser without visualViewport reports no keyboard', () => {
  Object.defineProperty(window, 'visualViewport', { configurable: true, value: undefined });
  render(<Told />);
  expect(screen.getByRole('status')).toHaveTextContent(/^0$/);
});
