// @bundle route
import { encode } from 'uqr';
import { styled } from 'styled-components';

// Scanners expect dark on light, whatever the page's colour scheme.
const Picture = styled.svg`
  inline-size: min(var(--width-tile), 100%);
  color-scheme: light;
  forced-color-adjust: none;
  background: Canvas;
  color: CanvasText;
`;

/** A text as a QR code. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: 2, ecc: 'M' });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <Picture role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path fill="currentColor" d={squares.join('')} />
    </Picture>
  );
}
