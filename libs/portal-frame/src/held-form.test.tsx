import { act, screen } from '@testing-library/react';
import { useRef } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { useHeldPresses } from './held-form.ts';

function SignIn({ onFocus }: { onFocus: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  useHeldPresses(form);
  return (
    <form ref={form}>
      <input aria-label="E-Mail-Adresse" onFocus={onFocus} />
    </form>
  );
}

test('a hydrated form receives the focus event that preceded its script', () => {
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = '<form><input aria-label="E-Mail-Adresse"></form>';
  screen.getByLabelText('E-Mail-Adresse').focus();
  const onFocus = jest.fn();
  act(() => void hydrateRoot(place, <SignIn onFocus={onFocus} />));
  expect(onFocus).toHaveBeenCalledTimes(1);
  expect(screen.getByLabelText('E-Mail-Adresse')).toHaveFocus();
});
