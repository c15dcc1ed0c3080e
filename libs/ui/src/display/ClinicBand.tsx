// @bundle route
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { forcedColors } from '../foundation/media';

/** The colour of the clinic is dark enough for white text, in every scheme (`isReadableAccent`). */
const Band = styled.div<{ $accent: string }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-3) var(--space-4);
  padding: var(--space-4) var(--space-inset);
  border-radius: var(--radius-card);
  background: ${({ $accent }) => $accent || 'var(--color-surface-sunken)'};
  color: ${({ $accent }) => ($accent ? '#ffffff' : 'var(--color-text)')};
  font-weight: var(--font-weight-strong);
  overflow-wrap: anywhere;

  ${forcedColors} {
    border: 1px solid CanvasText;
  }
`;
const Logo = styled.img`
  max-inline-size: min(15rem, 100%);
  max-block-size: 4rem;
  padding: var(--space-2);
  border-radius: var(--radius-control);
  background: var(--color-paper);
  object-fit: contain;
`;

export interface ClinicBandProps {
  /** `data:image/png;base64,…` */
  logo: string | null;
  /** `#rrggbb`, or empty. */
  accent: string;
  /** The name: the logo is decoration beside it. */
  children: ReactNode;
}

/** The head of a clinic: its logo, and its name on its colour. */
export function ClinicBand({ logo, accent, children }: ClinicBandProps) {
  return (
    <Band $accent={accent}>
      {logo && <Logo src={logo} alt="" />}
      <span>{children}</span>
    </Band>
  );
}
