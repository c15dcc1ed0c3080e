import { act, render, screen, waitFor } from '@testing-library/react';
import { Section } from './Section';
import { WithContents } from './WithContents';

const items = ['first', 'second', 'third'].map((id) => ({ id, label: `Part ${id}` }));
const sized: (() => void)[] = [];
const scrolled = jest.fn();
const real = { ResizeObserver, scrollIntoView: Element.prototype.scrollIntoView };
beforeEach(() => {
  globalThis.ResizeObserver = class {
    constructor(private readonly tell: () => void) {}
    observe() {
      sized.push(this.tell);
    }
    unobserve() {}
    disconnect() {
      sized.splice(0, sized.length, ...sized.filter((tell) => tell !== this.tell));
    }
  } as unknown as typeof ResizeObserver;
  Element.prototype.scrollIntoView = function scroll() {
    scrolled(this.textContent);
  };
});
afterEach(() => {
  globalThis.ResizeObserver = real.ResizeObserver;
  Element.prototype.scrollIntoView = real.scrollIntoView;
  window.location.hash = '';
  sized.length = 0;
  scrolled.mockReset();
});

const show = (ids = items.map(({ id }) => id)) => (
  <WithContents label="On this page" items={items}>
    {ids.map((id) => (
      <Section key={id} id={id} title={`Section ${id}`}>
        <button type="button">Act in {id}</button>
      </Section>
    ))}
  </WithContents>
);
const grow = () => act(() => sized.forEach((tell) => tell()));

test('scrolls to the section in the URL, and keeps it in place while others load', async () => {
  window.location.hash = '#third';
  render(show());
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Section third' })).toHaveFocus());
  expect(scrolled).toHaveBeenLastCalledWith('Section third');
  grow();
  expect(scrolled).toHaveBeenCalledTimes(2);
});

test('finds a section that renders later', async () => {
  window.location.hash = '#third';
  const { rerender } = render(show(['first']));
  await waitFor(() => expect(sized).toHaveLength(1));
  rerender(show());
  grow();
  expect(screen.getByRole('heading', { name: 'Section third' })).toHaveFocus();
});

test('does not scroll once the reader has moved on', async () => {
  window.location.hash = '#third';
  render(show());
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Section third' })).toHaveFocus());
  act(() => screen.getByRole('button', { name: 'Act in first' }).focus());
  grow();
  expect(scrolled).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('button', { name: 'Act in first' })).toHaveFocus();
});

test.each(['', '#', '#other', '#%'])('opens at the top with %p', async (hash) => {
  window.location.hash = hash;
  render(show());
  await new Promise((done) => requestAnimationFrame(done));
  expect(document.body).toHaveFocus();
  expect(sized).toEqual([]);
});
