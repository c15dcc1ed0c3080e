// @bundle route
import { focusRing, from, token } from '@konsil/ui';
import { styled } from 'styled-components';

/** The photo, and beside it on a wide screen the page made of it. */
export const Bench = styled.div`
  display: grid;
  gap: ${token.space[4]};

  ${from.tablet} {
    grid-template-columns: fit-content(60%) minmax(0, 1fr);
  }
`;

/** As large as a finger: at 200 % text, handles that grew with it would cover the photo. */
const handle = `min(${token.size.target}, 48px)`;
const knob = `min(${token.space[5]}, 24px)`;

/** Room around the photo, because a handle at a corner reaches beyond it. */
export const Frame = styled.div`
  padding: calc(${handle} / 2);
`;

/** The photo with what lies over it, exactly as large as the photo. */
export const Glass = styled.div`
  position: relative;
  inline-size: fit-content;
  margin-inline: auto;
  user-select: none;

  > img {
    display: block;
    max-inline-size: 100%;
    max-block-size: min(60dvh, calc(1.6 * ${token.width.picture}));
    background: ${token.color.surfaceSunken};
  }
  > svg {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    overflow: visible;
    pointer-events: none;
  }
`;
/** What is cut off. */
export const CutOff = styled.path`
  fill: ${token.color.scrim};
`;
export const Outline = styled.polygon`
  fill: none;
  stroke: ${token.color.focus};
  stroke-width: 3;
  vector-effect: non-scaling-stroke;
`;

export const Handle = styled.div`
  position: absolute;
  display: grid;
  place-items: center;
  inline-size: ${handle};
  block-size: ${handle};
  margin: calc(${handle} / -2);
  border-radius: ${token.radius.pill};
  cursor: grab;
  touch-action: none;

  &::before {
    content: '';
    inline-size: ${knob};
    block-size: ${knob};
    background: ${token.color.surface};
    border: ${token.focus.width} solid ${token.color.focus};
    border-radius: ${token.radius.pill};
    box-shadow: ${token.shadow.card};
  }
  &:focus-visible {
    ${focusRing}
  }
  &[data-held='true'] {
    cursor: grabbing;
  }
  /* The finger lies on it: the magnifier shows the place. */
  &[data-held='true']::before {
    background: none;
  }
`;

/** Shows enlarged what lies under the finger. */
export const Magnifier = styled.div`
  position: absolute;
  inset-block-start: 0;
  inline-size: calc(${token.width.code} * 0.7);
  block-size: calc(${token.width.code} * 0.7);
  overflow: hidden;
  background: ${token.color.surfaceSunken};
  border: ${token.focus.width} solid ${token.color.focus};
  border-radius: ${token.radius.pill};
  pointer-events: none;

  &[data-at='start'] {
    left: 0;
  }
  &[data-at='end'] {
    right: 0;
  }
  > img {
    position: absolute;
    max-inline-size: none;
  }
  &::before,
  &::after {
    content: '';
    position: absolute;
    z-index: 1;
    inset-block: 35%;
    left: 50%;
    border-inline-start: ${token.border.control} solid ${token.color.focus};
  }
  &::after {
    transform: rotate(90deg);
  }
`;
