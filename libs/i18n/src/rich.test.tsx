import { render, screen } from '@testing-library/react';
import { withMarkup } from './rich.tsx';

test('wraps marked words in their element and keeps the rest as text', () => {
  render(
    <p>
      {withMarkup('Wir haben eine SMS an <b>+49 151</b> gesendet. <a>Nummer ändern</a>', {
        b: (words) => <strong>{words}</strong>,
        a: (words) => <a href="/number">{words}</a>,
      })}
    </p>,
  );
  expect(screen.getByText('+49 151').tagName).toBe('STRONG');
  expect(screen.getByRole('link', { name: 'Nummer ändern' })).toBeVisible();
  expect(document.querySelector('p')).toHaveTextContent('Wir haben eine SMS an +49 151 gesendet. Nummer ändern');
});

test('keeps the words of an unknown mark', () => {
  render(<p>{withMarkup('Bis <i>heute</i>', {})}</p>);
  expect(screen.getByText('Bis heute')).toBeVisible();
});
