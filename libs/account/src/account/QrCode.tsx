// @bundle route
import { encode } from 'uqr';
import { styled } from 'styled-components';
import { BrandMark } from '@konsil/ui';

// Scanners expect dark on light, whatever the page's colour scheme.
const Picture = styled.svg`
  inline-size: min(var(--width-tile), 100%);
  color-scheme: light;
  forced-color-adjust: none;
  background: Canvas;
  color: CanvasText;
`;
// As dark as the squares, and as large as its place.
const Mark = styled(BrandMark)`
  inline-size: auto;
  block-size: auto;

  > :nth-child(n) {
    stroke: currentColor;
  }
`;

/** A side of the logo's place, of that of the code. It hides 4 % of the squares; correction M restores 15 %. */
const markShare = 0.2;

/** A text as a QR code; `branded` adds the logo in the middle, for codes used outside the portal. */
export function QrCode({ text, label, branded = false }: { text: string; label: string; branded?: boolean }) {
  const { size, data } = encode(text, { border: 2, ecc: 'M' });
  // The place has the parity of the code, so that no square is cut.
  const wide = Math.floor(size * markShare);
  const place = wide - ((size - wide) % 2);
  const from = (size - place) / 2;
  const isHidden = (at: number) => branded && at >= from && at < from + place;
  const squares = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark && !(isHidden(x) && isHidden(y)) ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <Picture role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path fill="currentColor" d={squares.join('')} />
      {branded && (
        <svg x={from + 1} y={from + 1} width={place - 2} height={place - 2} shapeRendering="auto">
          <Mark />
        </svg>
      )}
    </Picture>
  );
}
