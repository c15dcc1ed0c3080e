// @bundle route
import { token } from '@konsil/ui';
import styled from 'styled-components';

export const Viewer = styled.section`
  display: flex;
  flex-direction: column;
  min-block-size: 0;
  block-size: 100%;
`;
export const Toolbar = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space[1]} ${token.space[3]};
  padding: ${token.space[2]} ${token.space[3]};
  background: ${token.color.surface};
  border-block-end: ${token.border.hairline} solid ${token.color.border};

  > div:first-child {
    /* Where the tools leave less, they go below. */
    flex: 1 1 ${token.width.tile};
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 ${token.space[3]};
    min-inline-size: 0;
    overflow-wrap: anywhere;
    hyphens: auto;
  }
  h2 {
    font-size: ${token.fontSize.lead};
  }
  span {
    color: ${token.color.textMuted};
    font-size: ${token.fontSize.small};
  }
  > [role='group'] {
    display: flex;
    flex-wrap: wrap;
    justify-content: end;
    margin-inline-start: auto;
  }
`;
/** The scroll area of the page; focusable, so that arrow keys scroll it in every browser. */
export const PageScrollArea = styled.div.attrs({ role: 'region', tabIndex: 0 })`
  flex: 1;
  min-block-size: 0;
  overflow: auto;
  padding: ${token.space[4]};
  background: ${token.color.surfaceSunken};
`;
/** A note above the pages. */
export const NoteAbove = styled.div`
  margin-block-end: ${token.space[4]};
`;
export const PhotoFrame = styled.div`
  position: relative;
  display: grid;
  place-items: center;
  margin-inline: auto;
  overflow: hidden;
`;
export const Photo = styled.img`
  display: block;
  inline-size: 100%;
  block-size: auto;
`;
/** Reserves the size of the picture before it loads. */
export const ScanPreview = styled.div`
  display: grid;
  place-items: center;
  inline-size: min(${token.width.form}, 100%);
  aspect-ratio: 1;
  overflow: hidden;
  background: ${token.color.surface};
  border-radius: ${token.radius.control};
  color: ${token.color.textMuted};

  img {
    inline-size: 100%;
    block-size: 100%;
    object-fit: contain;
  }
  p {
    padding: ${token.space[4]};
    text-align: center;
  }
`;
