import { render, screen } from '@testing-library/react';
import { rich } from './rich.tsx';

test('marked words get their element, the rest stays text', () => {
  render(
    <p>
      {rich('Wir haben eine SMS an <b>+49 151</b> gesendet. <a>Nummer ändern</a>', {
        b: (words) => <strong>{words}</strong>,
        a: (words) => <a href="/number">{words}</a>,
      })}
    </p>,
  );
  expect(screen.getByText('+49 151').tagName).toBe('STRONG');
  expect(screen.getByRole('link', { name: 'Nummer ändern' })).toBeVisible();
  expect(document.querySelector('p')).toHaveTextContent('Wir haben eine SMS an +49 151 gesendet. Nummer ändern');
});

test('a mark that nobody knows keeps its words', () => {
  render(<p>{rich('Bis <i>heute</i>', {})}</p>);
  expect(screen.getByText('Bis heute')).toBeVisible();
});
