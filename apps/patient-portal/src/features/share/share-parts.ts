// @bundle route
import { styled } from 'styled-components';

/** Ended links, closed until they are asked for. */
export const PastLinks = styled.details`
  summary {
    min-block-size: var(--size-target);
    align-content: center;
    color: var(--color-action);
    cursor: pointer;
  }
`;

/** A whole link, which breaks anywhere and is selected by one click. */
export const LinkText = styled.code`
  display: block;
  max-block-size: 6.5em;
  overflow-y: auto;
  padding: var(--space-3);
  border: var(--border-hairline) solid var(--color-border);
  border-radius: var(--radius-control);
  font-size: var(--font-size-small);
  overflow-wrap: anywhere;
  user-select: all;
`;

/** A picture as wide as its card. */
export const SharedPicture = styled.img`
  display: block;
  max-inline-size: 100%;
  block-size: auto;
  margin-inline: auto;
`;

/** Text with the line breaks of its author. */
export const Written = styled.p`
  white-space: pre-line;
  overflow-wrap: anywhere;
  max-inline-size: var(--size-measure);
`;

/** The image area, browsed by swiping or arrow keys. */
export const SwipeArea = styled.div`
  touch-action: pan-y pinch-zoom;
`;

/** The place in a series between its two buttons. */
export const PlaceRow = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--space-3);
`;

/** A slider as wide as its card, high enough for a finger. */
export const PictureSlider = styled.input`
  inline-size: 100%;
  min-block-size: var(--size-target);
  margin: 0;
  accent-color: var(--color-action);
`;
