// @bundle route
import { below, forcedColors, from, token } from '@konsil/ui';
import styled from 'styled-components';

/** Documents, page and pane side by side, documents above where there is no room for three; each scrolls separately. */
export const Workplace = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);

  ${from.desk} {
    flex: 1;
    min-block-size: 0;
    grid-template-rows: auto minmax(0, 1fr);
  }
  ${from.wide} {
    grid-template: minmax(0, 1fr) / ${token.width.tile} minmax(0, 1fr);
  }
  @media print {
    display: block;
  }
`;
export const DocumentColumn = styled.nav`
  padding: ${token.space[3]} ${token.space[2]};
  overflow: auto;
  background: ${token.color.ground};
  border-inline-end: ${token.border.hairline} solid ${token.color.border};

  h2 {
    margin-block: ${token.space[3]} ${token.space[1]};
    padding-inline: ${token.space[2]};
    color: ${token.color.textMuted};
    font-size: ${token.fontSize.small};
    font-weight: ${token.fontWeight.text};
  }
  :is([role='listitem'], [data-overview]) a {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: start;
    gap: 0 ${token.space[2]};
    padding: ${token.space[2]};
    border: ${token.border.hairline} solid transparent;
    border-radius: ${token.radius.control};
    color: inherit;
    text-decoration: none;
  }
  :is([role='listitem'], [data-overview]) a:hover {
    background: ${token.color.surfaceSunken};
  }
  :is([role='listitem'], [data-overview]) a[aria-current] {
    background: ${token.color.surface};
    border-color: ${token.color.border};
    font-weight: ${token.fontWeight.strong};
  }
  ${forcedColors} {
    :is([role='listitem'], [data-overview]) a {
      border-color: Canvas;
    }
    :is([role='listitem'], [data-overview]) a[aria-current] {
      outline: ${token.focus.width} solid Highlight;
      outline-offset: calc(-1 * ${token.focus.width});
    }
  }
  :is([role='listitem'], [data-overview]) a > span:first-of-type {
    grid-column: 2 / -1;
    overflow-wrap: anywhere;
  }
  :is([role='listitem'], [data-overview]) small {
    grid-column: 2;
    color: ${token.color.textMuted};
    font-weight: ${token.fontWeight.text};
  }
`;
/** Links to the full lists, aligned with the names above; always visible. */
export const FullLists = styled.div`
  position: sticky;
  inset-block-end: calc(-1 * ${token.space[3]});
  display: grid;
  margin-block: ${token.space[4]} calc(-1 * ${token.space[3]});
  padding: ${token.space[2]};
  background: inherit;
  border-block-start: ${token.border.hairline} solid ${token.color.border};
`;
/** The documents as one expandable line, where there is no room beside the work. */
export const CollapsibleDocuments = styled.details`
  background: ${token.color.surface};
  border-block-end: ${token.border.hairline} solid ${token.color.border};

  > summary {
    padding: calc((${token.size.target} - 1lh) / 2) ${token.space[4]};
  }
  > nav {
    max-block-size: 60dvh;
    background: ${token.color.surface};
    border-inline-end: 0;
    border-block-start: ${token.border.hairline} solid ${token.color.border};
  }
  ${from.desk} {
    > nav {
      max-block-size: 50dvh;
    }
    [role='list'] > div {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(${token.width.tile}, 1fr));
    }
    ${FullLists} {
      display: flex;
      gap: ${token.space[5]};
    }
  }
`;
export const PaneColumn = styled.div`
  display: flex;
  flex-direction: column;
  min-block-size: 0;
  block-size: 100%;
  background: ${token.color.surface};
  --tabs-ground: ${token.color.surface};

  @media print {
    display: block;
  }
  /* Six places beside each other in 29 rem, with their counts. */
  > nav ul {
    gap: 0;
  }
  > nav a {
    gap: ${token.space[1]};
    padding-inline: ${token.space[2]};
  }
`;
export const PaneBody = styled.div`
  flex: 1;
  min-block-size: 0;
  padding: ${token.space[4]};
  --pane-end: 0px;

  ${from.desk} {
    /* Hidden words scroll with it, instead of lengthening the pane around it. */
    position: relative;
    overflow: auto;
    /* The foot reaches to the edge of the pane, over its padding. */
    --pane-end: calc(-1 * ${token.space[4]});
  }
  /* Keeps a focused element from hiding behind the footer of a form. */
  scroll-padding-block-end: calc(${token.space[8]} + ${token.space[7]});

  @media print {
    overflow: visible;
  }
`;
/** Sticky at the bottom of the pane. */
export const PaneFoot = styled.footer`
  position: sticky;
  inset-block-end: var(--pane-end);
  margin: ${token.space.stack} calc(-1 * ${token.space[4]}) calc(-1 * ${token.space[4]});
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space[2]};
  padding: ${token.space[3]} ${token.space[4]} calc(${token.space[3]} + env(safe-area-inset-bottom));
  background: ${token.color.surface};
  border-block-start: ${token.border.hairline} solid ${token.color.border};

  ${below.tablet} {
    > button {
      flex: 1;
    }
  }
`;
/** The note of the patient's request, above the work until it is answered; long text scrolls. */
export const HeadNotes = styled.section`
  max-block-size: 6.5em;
  overflow-y: auto;
  padding: ${token.space[2]} ${token.space[4]};
  border-inline-start: ${token.border.control} solid ${token.color.turnYou};
  background: ${token.color.surface};

  p {
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
  small {
    color: ${token.color.textMuted};
  }
`;
/** Scrolls on its own, like a document. */
export const OverviewBox = styled.div`
  block-size: 100%;
  overflow: auto;
  padding: ${token.space[4]} ${token.space[5]} ${token.space[6]};
  background: ${token.color.surface};

  h2 {
    font-size: ${token.fontSize.heading2};
  }
`;
/** Warnings below the head, visible whichever part is open. */
export const Warnings = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${token.space[5]};
  margin: 0;
  padding: ${token.space[1]} ${token.space[4]};
  background: ${token.color.warningSoft};
  color: ${token.color.onWarningSoft};
  font-size: ${token.fontSize.small};

  > div {
    display: flex;
    align-items: baseline;
    gap: ${token.space[2]};
    min-inline-size: 0;
  }
  .lucide {
    flex: none;
    align-self: center;
    inline-size: 1.15em;
    block-size: 1.15em;
  }
  dd {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
    margin: 0;
    font-weight: ${token.fontWeight.strong};
  }
`;
