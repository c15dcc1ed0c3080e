// @bundle route
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { addressLines } from '@konsil/contracts/postal-address';
import { useLocale } from '@konsil/i18n';

interface AddressLinesProps {
  of: Parameters<typeof addressLines>[0];
  /** Shown instead of a missing address. */
  empty: ReactNode;
}

/** A postal address, a line each. */
export function AddressLines({ of, empty }: AddressLinesProps) {
  const lines = addressLines(of, useLocale());
  if (lines.length === 0) return empty;
  return lines.map((line, place) => (
    <Fragment key={line}>
      {place > 0 && <br />}
      {line}
    </Fragment>
  ));
}
