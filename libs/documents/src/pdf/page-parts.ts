import { token } from '@konsil/ui';
import styled, { createGlobalStyle } from 'styled-components';

/** pdf.js measures text on a canvas that it puts at the end of the page; nobody is to find it there. */
export const MeasuringCanvas = createGlobalStyle`
  .hiddenCanvasElement {
    display: none;
  }
`;
/** A page of paper stays white in the dark (design, split view). */
export const PageSheet = styled.div`
  position: relative;
  margin-inline: auto;
  background: ${token.color.paper};
  box-shadow: ${token.shadow.raised};
  & > canvas {
    display: block;
    inline-size: 100%;
    block-size: 100%;
  }
  & + & {
    margin-block-start: ${token.space[4]};
  }
`;

/** Lies on a page that stayed empty. */
export const PageNote = styled.div`
  position: absolute;
  inset-block-start: ${token.space[4]};
  inset-inline: ${token.space[4]};
`;

/** Transparent words at their place on the page. */
export const TextLayerBox = styled.div`
  position: absolute;
  inset: 0;
  overflow: clip;
  line-height: 1;
  text-size-adjust: none;
  forced-color-adjust: none;
  transform-origin: 0 0;
  & span,
  & br {
    color: transparent;
    position: absolute;
    white-space: pre;
    cursor: text;
    transform-origin: 0% 0%;
  }
  & > :not(.markedContent),
  & .markedContent span:not(.markedContent) {
    font-size: calc(var(--text-scale-factor, var(--total-scale-factor)) * var(--font-height, 0px));
    transform: rotate(var(--rotate, 0deg)) scaleX(var(--scale-x, 1));
  }
`;
