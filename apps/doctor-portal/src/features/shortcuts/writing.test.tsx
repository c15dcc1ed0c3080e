import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { startWriting, useStartWriting } from './writing';

test('a shortcut focuses the first text field, not a choice that typing would change', () => {
  const element = document.createElement('form');
  element.innerHTML = '<input type="radio" name="option" checked><textarea name="answer"></textarea>';
  document.body.append(element);
  renderHook(() => useStartWriting({ current: element }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <MemoryRouter initialEntries={[{ pathname: '/', ...startWriting }]}>{children}</MemoryRouter>
    ),
  });
  expect(element.querySelector('textarea')).toHaveFocus();
  element.remove();
});
