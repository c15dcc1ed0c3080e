// @bundle route
import { below, from, token } from '@konsil/ui';
import styled from 'styled-components';

/** Entries stacked on one card. */
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
/** Tiles side by side; a block takes whole rows. */
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
    /* Skips the layout of items outside the viewport in a block that renders ahead. */
    content-visibility: auto;
    contain-intrinsic-block-size: auto ${token.width.picture};
  }
`;
/** Two date fields side by side. */
export const Period = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, ${token.width.code}));
  gap: ${token.space[3]};
`;
/** Aligns a control without label with its neighbours, independent of their errors. */
export const ControlAligned = styled.div`
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
/** Stretches a link over the whole entry; buttons lie above. */
export const StretchedLink = styled.span`
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
/** Cuts a long title, but never the marks beside it. */
export const CutTitle = styled.span`
  display: flex;
  align-items: center;
  gap: ${token.space[2]};

  > strong {
    overflow: hidden;
    text-overflow: ellipsis;
  }
`;
export const DocumentCaption = styled.span`
  color: ${token.color.textMuted};
  font-size: ${token.fontSize.small};
  overflow-wrap: anywhere;
`;
/** The file name; on phones on its own line, cut: the document's page shows it in full. */
export const FileNameText = styled.span`
  ${below.tablet} {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;
/** Separates two items on one line. */
export const Dot = styled.span`
  ${below.tablet} {
    display: none;
  }
`;
export const Actions = styled.span`
  position: relative;
  z-index: 1;
`;
/** The bottom of a tile: marks at the start, actions at the end. */
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
/** Rarely needed details: hidden on a patient's phone, because the document's page shows them. */
export const RareDetails = styled.span`
  ${below.tablet} {
    [data-portal='patient'] & {
      display: none;
    }
  }
`;
/** A chevron on a patient's phone. */
export const PhoneChevron = styled.span`
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

/** The search field, and on phones the filter button beside it. */
export const SearchRow = styled.div`
  flex: 0 1 auto;
  min-inline-size: 0;

  ${below.tablet} {
    flex: 1 1 ${token.width.tile};
  }
`;
