// @bundle route
import { below, token, visuallyHidden } from '@konsil/ui';
import styled from 'styled-components';

/** A draft is dashed, the released version is not. */
export const VersionSheet = styled.article`
  padding: ${token.space.inset};
  background: ${token.color.surface};
  border: ${token.border.hairline} solid ${token.color.border};
  border-radius: ${token.radius.card};
  overflow-wrap: anywhere;

  &[data-draft] {
    border-style: dashed;
    border-color: ${token.color.borderControl};
  }
`;
/** The sections with gaps; focused fields scroll clear of the sticky footer. */
export const Sections = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};

  textarea {
    scroll-margin-block-end: calc(3 * ${token.space[8]} + var(--keyboard, 0px));
  }
`;
/** Sticky buttons and snippets. */
export const EditorFoot = styled.footer`
  position: sticky;
  inset-block-end: calc(var(--keyboard, 0px) + var(--pane-end, 0px));
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space[2]} ${token.space[3]};
  padding: ${token.space[3]} ${token.space[4]} calc(${token.space[3]} + env(safe-area-inset-bottom));
  background: ${token.color.surface};
  border: ${token.border.hairline} solid ${token.color.border};
  border-radius: ${token.radius.card} ${token.radius.card} 0 0;

  > button {
    flex: none;
  }
  > p {
    margin-inline-end: auto;
    color: ${token.color.textMuted};
    font-size: ${token.fontSize.small};
  }
  ${below.tablet} {
    margin-inline: calc(-1 * ${token.space[4]});
    border-inline: 0;
    border-radius: 0;

    /* Both buttons side by side, below the snippets. */
    > [aria-haspopup] ~ button {
      flex: 1 1 40%;
    }
    > [type='submit'][type] {
      flex-basis: auto;
    }
    > [role='status'] {
      flex: 1 0 100%;
    }
  }
  /* Above an on-screen keyboard, the text needs every line, and the footer is not at the edge of the screen. */
  &[data-above-keyboard] {
    padding-block: ${token.space[2]};

    > p {
      ${visuallyHidden}
    }
  }
  @media print {
    display: none;
  }
`;
