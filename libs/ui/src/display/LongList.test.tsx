import { act, render, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { LongList } from './LongList';

/** A fake IntersectionObserver that the test triggers. */
class Watcher {
  static last: Watcher;
  readonly watched = new Set<Element>();
  constructor(
    private readonly tell: (
      entries: Pick<IntersectionObserverEntry, 'target' | 'isIntersecting' | 'boundingClientRect'>[],
    ) => void,
  ) {
    Watcher.last = this;
  }
  observe = (element: Element) => this.watched.add(element);
  unobserve = (element: Element) => this.watched.delete(element);
  disconnect = () => this.watched.clear();

  /** A block enters the area near the viewport, or leaves it with a height. */
  move = (block: number, isIntersecting: boolean, height = 0) => {
    const target = [...this.watched][block];
    if (target) act(() => this.tell([{ target, isIntersecting, boundingClientRect: { height } as DOMRectReadOnly }]));
  };
}
const real = globalThis.IntersectionObserver;
beforeEach(() => {
  globalThis.IntersectionObserver = Watcher as unknown as typeof IntersectionObserver;
});
afterEach(() => {
  globalThis.IntersectionObserver = real;
});

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));
const list = (count: number) => (
  <LongList items={numbers(count)} keyOf={(number) => number} guessedHeight={2}>
    {(number) => (
      <div role="listitem">
        <a href={`#${number}`}>Befund {number}</a>
      </div>
    )}
  </LongList>
);

describe('A long list', () => {
  it('is rendered in full when it is short', () => {
    render(list(40));
    expect(screen.getAllByRole('listitem')).toHaveLength(40);
  });

  it('renders blocks near the viewport, and replaces others with gaps of equal height', () => {
    render(list(2000));
    expect(screen.getAllByRole('listitem')).toHaveLength(40);
    const blocks = screen.getByRole('list').children;
    expect(blocks[50]).toHaveStyle({ minBlockSize: '40rem' });
    Watcher.last.move(50, true);
    expect(screen.getByText('Befund 1001')).toBeVisible();
    Watcher.last.move(0, false, 812);
    expect(screen.queryByText('Befund 1')).not.toBeInTheDocument();
    expect(blocks[0]).toHaveStyle({ minBlockSize: '812px' });
  });

  it('renders a large block over several frames, completely and without a gap', () => {
    const drawn: number[] = [];
    const many = (
      <LongList items={numbers(600)} atOnce={60} keyOf={(number) => number} guessedHeight={2}>
        {(number) => <div role="listitem">{number}</div>}
      </LongList>
    );
    render(
      <Profiler id="list" onRender={() => drawn.push(document.querySelectorAll('[role=listitem]').length)}>
        {many}
      </Profiler>,
    );
    expect(screen.getAllByRole('listitem')).toHaveLength(120);
    expect(drawn).toEqual([40, 80, 120]);
    expect(screen.getByRole('list').children[0]).toHaveStyle({ minBlockSize: '' });
    Watcher.last.move(0, false, 812);
    Watcher.last.move(0, true);
    expect(screen.getAllByRole('listitem')).toHaveLength(120);
  });

  it('keeps the focused entry rendered', () => {
    render(list(2000));
    act(() => screen.getByText('Befund 3').focus());
    Watcher.last.move(0, false, 812);
    expect(screen.getByText('Befund 3')).toHaveFocus();
  });
});
