import { render, screen } from '@testing-library/react';
import { FileName } from './FileName';

it.each([
  ['Arztbrief_Hoffmann_2026-11-09_final.pdf', 'Arztbrief_|Hoffmann_|2026=11=09_|final.pdf'],
  ['MRT-Befund.Knie.12.11.2026.pdf', 'MRT-|Befund.|Knie.|12.11.2026.pdf'],
  ['IMG_2041.HEIC', 'IMG_|2041.HEIC'],
  ['2026-11-1-10.pdf', '2026=11=1=10.pdf'],
  ['CT Thorax', 'CT Thorax'],
  ['-_', '-|_'],
])('%s may break as in %s (| allows a break, = forbids it) and is read unchanged', (name, broken) => {
  const { container } = render(
    <a href="/">
      <FileName>{name}</FileName>
    </a>,
  );
  expect(screen.getByRole('link')).toHaveAccessibleName(name);
  for (const place of container.querySelectorAll('bdi span')) {
    const together = getComputedStyle(place).whiteSpace === 'nowrap';
    place.textContent = together ? place.textContent.replace('-', '=') : `${place.textContent}|`;
  }
  expect(container).toHaveTextContent(broken);
});
