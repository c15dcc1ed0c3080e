import { render, screen } from '@testing-library/react';
import { FileName } from './FileName';

it.each([
  ['Arztbrief_Hoffmann_2026-11-09_final.pdf', 'Arztbrief_|Hoffmann_|2026-11-09_|final.pdf'],
  ['MRT-Befund.Knie.12.11.2026.pdf', 'MRT-|Befund.|Knie.|12.11.2026.pdf'],
  ['IMG_2041.HEIC', 'IMG_|2041.HEIC'],
  ['CT Thorax', 'CT Thorax'],
  ['-_', '-|_'],
])('%s may break at %s and is read as it is', (name, broken) => {
  const { container } = render(<a href="/"><FileName>{name}</FileName></a>);
  expect(screen.getByRole('link')).toHaveAccessibleName(name);
  for (const place of container.querySelectorAll('span span')) place.textContent = '|';
  expect(container).toHaveTextContent(broken);
});
