// @bundle route
import { imagesPress } from '@konsil/common';
import type { Pin } from '@konsil/contracts/pins';
import { placeFragment } from '@konsil/contracts/pinned-text';
import type { Answer } from '@konsil/contracts/requests';
import { useTexts } from '@konsil/i18n';
import { TextLink, token } from '@konsil/ui';
import { styled } from 'styled-components';
import { caseTexts } from './texts.ts';
import { useMeasuredPlace } from './useMeasuredPlace.ts';

const Mark = styled.button`
  padding: 0;
  border: 0;
  background: none;
  color: ${token.color.action};
  font: inherit;
  text-decoration: underline;
  cursor: pointer;
`;

export interface PinnedAnswer {
  answer: Pick<Answer, 'measurements'>;
  /** The path of a document in this portal; without it pins are words. */
  documentPath?: ((documentId: string) => string) | undefined;
  /** False in a preview, whose answer does not exist yet. */
  canBeShown: boolean;
}

/** Links to the place of a pin; plain text if the place is gone. */
export function PinMark({
  pin,
  children,
  answer,
  documentPath,
  canBeShown,
}: PinnedAnswer & { pin: Pin; children: string }) {
  const { t } = useTexts(caseTexts);
  const { show } = useMeasuredPlace();
  const { place } = pin;
  const label = [t('pins.one', { number: pin.number }), pin.words].filter(Boolean).join(': ');
  if (place.kind === 'measurement') {
    const measured = answer.measurements?.find(({ id }) => id === place.id);
    if (!measured || !canBeShown) return children;
    return (
      <Mark type="button" aria-label={label} {...imagesPress((press) => show(measured, press))}>
        {children}
      </Mark>
    );
  }
  if (!place.there || !documentPath || !canBeShown) return children;
  return (
    <TextLink to={documentPath(place.document_id) + placeFragment(place)} aria-label={label}>
      {children}
    </TextLink>
  );
}
