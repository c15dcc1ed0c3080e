import { act, render, screen } from '@testing-library/react';
import { followTranslation } from './follow-translation';

beforeAll(followTranslation);

const texts = (root: Node): Text[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found.filter((text) => text.parentElement?.closest('font') === null);
};
/** What Chrome's translation does to each text of the page, as seen with breakpoints in facebook/react#11538. */
const translate = async () => {
  for (const text of texts(document.body)) {
    const standIn = document.createElement('font');
    standIn.textContent = `[${text.data}]`;
    text.before(standIn);
    text.remove();
  }
  // The page hears of what was changed after the one who changed it is done.
  await act(() => Promise.resolve());
};

function Sentence({ open = true, name = 'Petra' }: { open?: boolean; name?: string }) {
  return (
    <p>
      {open && 'Guten Tag, '}
      {open && <b>liebe</b>} {name}
    </p>
  );
}
const paragraph = () => screen.getByRole('paragraph').textContent;

test('a translated text that goes takes its translation along, and what comes before one stands in its place', async () => {
  const { rerender } = render(<Sentence />);
  await translate();
  expect(paragraph()).toBe('[Guten Tag, ][liebe][ ][Petra]');

  rerender(<Sentence open={false} />);
  expect(paragraph()).toBe('[ ][Petra]');

  rerender(<Sentence />);
  expect(paragraph()).toBe('Guten Tag, liebe[ ][Petra]');
});

test('a text that changes comes back, to be translated anew', async () => {
  const { rerender } = render(<Sentence />);
  await translate();
  rerender(<Sentence name="Tom" />);
  await act(() => Promise.resolve());
  expect(paragraph()).toBe('[Guten Tag, ][liebe][ ]Tom');
  await translate();
  expect(paragraph()).toBe('[Guten Tag, ][liebe][ ][Tom]');
});
