import { token } from '@konsil/ui';
import styled, { createGlobalStyle } from 'styled-components';

/** pdf.js measures text on a canvas at the end of the page; hide it from assistive technology. */
export const MeasuringCanvas = createGlobalStyle`
  .hiddenCanvasElement {
    display: none;
  }
`;
/** A page stays white in dark mode (docs/product.md). */
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

/** Overlays the pages while they scroll, and takes no room. */
export const FloatingJump = styled.div`
  position: sticky;
  inset-block-start: 0;
  z-index: 1;
  display: flex;
  justify-content: end;
  gap: ${token.space[2]};
  block-size: 0;

  > * {
    display: flex;
    align-items: center;
    gap: ${token.space[2]};
    block-size: max-content;
    padding: ${token.space[1]} ${token.space[3]};
    background: ${token.color.surfaceRaised};
    border: ${token.border.hairline} solid ${token.color.border};
    border-radius: ${token.radius.pill};
    box-shadow: ${token.shadow.raised};
    font-size: ${token.fontSize.small};
  }
  input {
    inline-size: auto;
    min-block-size: ${token.size.target};
    padding: 0 ${token.space[2]};
  }
  input:not([type='search']) {
    text-align: end;
  }
`;
export const SearchPill = styled.div`
  && {
    gap: ${token.space[1]};
    padding-inline: ${token.space[1]};
  }
  input {
    inline-size: min(${token.width.code}, 34vw);
    margin-inline-start: ${token.space[1]};
  }
  [role='status'] {
    white-space: nowrap;
  }
`;
/** A found place over the page: the words stay readable below it. */
export const FoundBox = styled.div`
  position: absolute;
  background: ${token.color.turnYou};
  opacity: 0.3;
  pointer-events: none;
  scroll-margin-block: calc(2 * ${token.space[8]});

  &[data-current] {
    opacity: 0.45;
    outline: ${token.focus.offset} solid ${token.color.turnYou};
  }
  @media (forced-colors: active) {
    outline: ${token.focus.offset} solid Highlight;
  }
`;
/** Overlays an empty page. */
export const PageNote = styled.div`
  position: absolute;
  inset-block-start: ${token.space[4]};
  inset-inline: ${token.space[4]};
`;

/** Transparent text over the page. */
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
