import { token } from '@konsil/ui';
import styled from 'styled-components';

/** Rows that are not in sight are not laid out: 2,000 documents scroll without a stutter. */
export const Rows = styled.ul`
  background: ${token.color.surface};
  border-radius: ${token.radius.card};
  box-shadow: ${token.shadow.card};

  > li {
    position: relative;
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: ${token.space[1]} ${token.space[3]};
    padding: ${token.space.row} ${token.space.inset};
    content-visibility: auto;
    contain-intrinsic-block-size: auto ${token.size.emblem};
  }
  > li + li {
    border-block-start: ${token.border.hairline} solid ${token.color.border};
  }
`;
export const Tiles = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(${token.width.tile}, 100%), 1fr));
  gap: ${token.space[4]};

  > li {
    position: relative;
    display: flex;
    flex-direction: column;
    gap: ${token.space[2]};
    padding: ${token.space[3]};
    background: ${token.color.surface};
    border-radius: ${token.radius.card};
    box-shadow: ${token.shadow.card};
    content-visibility: auto;
    contain-intrinsic-block-size: auto ${token.width.tile};
  }
`;
/** One link for the whole entry; buttons in it lie above. */
export const Cover = styled.span`
  font-weight: ${token.fontWeight.strong};

  a {
    color: inherit;
    text-decoration: none;
  }
  a::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: ${token.radius.card};
  }
`;
export const About = styled.span`
  color: ${token.color.textMuted};
  font-size: ${token.fontSize.small};
  overflow-wrap: anywhere;
`;
export const Actions = styled.span`
  position: relative;
  z-index: 1;
`;
export const Thumbnail = styled.img`
  display: block;
  inline-size: 100%;
  aspect-ratio: 4 / 3;
  object-fit: contain;
  background: ${token.color.surfaceSunken};
  border-radius: ${token.radius.control};
`;
export const NoThumbnail = styled.span`
  display: grid;
  place-items: center;
  aspect-ratio: 4 / 3;
  background: ${token.color.surfaceSunken};
  border-radius: ${token.radius.control};
  color: ${token.color.textMuted};
`;
