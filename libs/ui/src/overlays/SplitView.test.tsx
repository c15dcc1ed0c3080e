import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SplitView } from './SplitView';

const view = (storageKey?: string, start = 60) => (
  <SplitView
    dividerLabel="Breite"
    first="Dokument"
    second="Antwort"
    start={start}
    min={30}
    max={70}
    storageKey={storageKey}
  />
);
const divider = () => screen.getByRole('separator', { name: 'Breite' });

describe('The split view', () => {
  beforeEach(() => localStorage.clear());

  it('moves its divider by keyboard, within its limits', async () => {
    render(view());
    await userEvent.tab();
    expect(divider()).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(divider()).toHaveAttribute('aria-valuenow', '56');
    await userEvent.keyboard('{ArrowRight}');
    expect(divider()).toHaveAttribute('aria-valuenow', '58');
    await userEvent.keyboard('{End}{ArrowRight}');
    expect(divider()).toHaveAttribute('aria-valuenow', '70');
    await userEvent.keyboard('{Home}');
    expect(divider()).toHaveAttribute('aria-valuenow', '30');
    await userEvent.keyboard('{Enter}');
    expect(divider()).toHaveAttribute('aria-valuenow', '60');
  });

  it('remembers the width under its storage key', async () => {
    const { unmount } = render(view('answer'));
    await userEvent.tab();
    await userEvent.keyboard('{ArrowLeft}');
    unmount();
    render(view('answer'));
    expect(divider()).toHaveAttribute('aria-valuenow', '58');
  });

  it('has another initial width on another screen, until the user moves it', async () => {
    const { rerender } = render(view());
    rerender(view(undefined, 52));
    expect(divider()).toHaveAttribute('aria-valuenow', '52');
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}');
    rerender(view(undefined, 60));
    expect(divider()).toHaveAttribute('aria-valuenow', '54');
  });

  it('resets when the stored value is invalid', () => {
    localStorage.setItem('answer', 'wide');
    render(view('answer'));
    expect(divider()).toHaveAttribute('aria-valuenow', '60');
  });

  it('works in a browser without storage', async () => {
    jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    render(view('answer'));
    await userEvent.tab();
    await userEvent.keyboard('{ArrowLeft}');
    expect(divider()).toHaveAttribute('aria-valuenow', '58');
    jest.restoreAllMocks();
  });
});
