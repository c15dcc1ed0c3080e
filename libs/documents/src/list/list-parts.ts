import { below, from, token } from '@konsil/ui';
import styled from 'styled-components';

/** A sheet of entries, one under another. */
export const Rows = styled.div`
  background: ${token.color.surface};
  border-radius: ${token.radius.card};
  box-shadow: ${token.shadow.card};

  [role='listitem'] {
    position: relative;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${token.space[1]} ${token.space[3]};
    padding: ${token.space.row} ${token.space.inset};
  }
  [role='listitem'] > .lucide {
    align-self: start;
  }
  /* At twice the text the actions go below. */
  [role='listitem'] > div {
    flex: 1 1 calc(${token.width.code} / 2);
    min-inline-size: 0;
    hyphens: auto;
  }
  [role='listitem'] > :last-child {
    margin-inline-start: auto;
  }
  [role='listitem'] + [role='listitem'],
  [role='list'] > div + div {
    border-block-start: ${token.border.hairline} solid ${token.color.border};
  }
`;
/** Tiles beside each other; a block of them takes whole rows. */
export const Tiles = styled.div`
  > [role='list'] {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(${token.width.tile}, 100%), 1fr));
    gap: ${token.space[4]};
  }
  > [role='list'] > div {
    grid-column: 1 / -1;
    display: grid;
    grid-template-columns: subgrid;
    align-items: stretch;
    gap: ${token.space[4]};
  }
  [role='listitem'] {
    position: relative;
    display: flex;
    flex-direction: column;
    gap: ${token.space[2]};
    padding: ${token.space[3]};
    background: ${token.color.surface};
    border-radius: ${token.radius.card};
    box-shadow: ${token.shadow.card};
    hyphens: auto;
    /* Of a block that is drawn ahead, what is not seen yet is not laid out. */
    content-visibility: auto;
    contain-intrinsic-block-size: auto ${token.width.picture};
  }
`;
/** Two days beside each other. */
export const Period = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, ${token.width.code}));
  gap: ${token.space[3]};
`;
/** What has no label above it, as high as the controls beside it; an error under one of those moves nothing. */
export const Level = styled.div`
  display: flex;
  align-items: center;
  min-block-size: ${token.size.target};

  ${from.tablet} {
    margin-block-start: calc(1lh + ${token.space[1]});
  }
  ${below.tablet} {
    flex: 1 1 100%;
  }
`;
/** One link for the whole entry; buttons in it lie above. */
export const Cover = styled.span`
  font-weight: ${token.fontWeight.strong};
  overflow-wrap: anywhere;

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
/** A title that is too long for its column is cut, never what is to be known beside it. */
export const Titled = styled.span`
  display: flex;
  align-items: center;
  gap: ${token.space[2]};

  > strong {
    overflow: hidden;
    text-overflow: ellipsis;
  }
`;
export const About = styled.span`
  color: ${token.color.textMuted};
  font-size: ${token.fontSize.small};
  overflow-wrap: anywhere;
`;
/** The file's own name; on a phone on a line of its own, as far as that goes: the page of the document has it whole. */
export const Named = styled.span`
  ${below.tablet} {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;
/** Between two things on one line. */
export const Dot = styled.span`
  ${below.tablet} {
    display: none;
  }
`;
export const Actions = styled.span`
  position: relative;
  z-index: 1;
`;
/** At the end of a tile: what to know of it at the start, what to do with it at the end. */
export const TileActions = styled(Actions)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space[1]};
  margin-block-start: auto;

  > :last-child {
    margin-inline-start: auto;
  }
`;
/** What is needed now and then: on a patient's phone the page of the document has it, and the line is calm. */
export const NowAndThen = styled.span`
  ${below.tablet} {
    [data-portal='patient'] & {
      display: none;
    }
  }
`;
/** Says on a patient's phone that the line leads on. */
export const LeadsOn = styled.span`
  display: none;
  color: ${token.color.textMuted};

  ${below.tablet} {
    [data-portal='patient'] & {
      display: grid;
    }
  }
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

/** The search, and beside it on a phone the button to the filters. */
export const Beside = styled.div`
  flex: 0 1 auto;
  min-inline-size: 0;

  ${below.tablet} {
    flex: 1 1 ${token.width.tile};
  }
`;
