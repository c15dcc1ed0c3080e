import { encode } from 'uqr';
import { styled } from 'styled-components';

// Readers expect dark on light, whatever the scheme of the page is.
const Picture = styled.svg`
  inline-size: min(var(--width-tile), 100%);
  color-scheme: light;
  forced-color-adjust: none;
  background: Canvas;
  color: CanvasText;
`;

/** A text as a picture that a phone's camera reads. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <Picture role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path fill="currentColor" d={squares.join('')} />
    </Picture>
  );
}
