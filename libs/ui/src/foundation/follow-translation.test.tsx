import { act, render, screen } from '@testing-library/react';
import { followTranslation } from './follow-translation';

beforeAll(followTranslation);

const texts = (root: Node): Text[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found.filter((text) => text.parentElement?.closest('font') === null);
};
/** Imitates Chrome's translation of each text node, as described in facebook/react#11538. */
const translate = async () => {
  for (const text of texts(document.body)) {
    const standIn = document.createElement('font');
    standIn.textContent = `[${text.data}]`;
    text.before(standIn);
    text.remove();
  }
  // The MutationObserver runs after the current task.
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

test('removing a translated text removes its translation; inserting before it works', async () => {
  const { rerender } = render(<Sentence />);
  await translate();
  expect(paragraph()).toBe('[Guten Tag, ][liebe][ ][Petra]');

  rerender(<Sentence open={false} />);
  expect(paragraph()).toBe('[ ][Petra]');

  rerender(<Sentence />);
  expect(paragraph()).toBe('Guten Tag, liebe[ ][Petra]');
});

test('a changed text is restored, to be translated again', async () => {
  const { rerender } = render(<Sentence />);
  await translate();
  rerender(<Sentence name="Tom" />);
  await act(() => Promise.resolve());
  expect(paragraph()).toBe('[Guten Tag, ][liebe][ ]Tom');
  await translate();
  expect(paragraph()).toBe('[Guten Tag, ][liebe][ ][Tom]');
});
