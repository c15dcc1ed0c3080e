import { userTextStyle, token } from '@konsil/ui';
import styled from 'styled-components';

export const Thread = styled.ol`
  display: grid;
  gap: ${token.space[4]};
`;
/** A conversation and what is written below it: no wider than reads well, so that both sides stay in sight together. */
export const ReadableWidth = styled.div`
  max-inline-size: calc(1.2 * ${token.width.column});
`;
/** Divides the days of a conversation. */
export const Day = styled.p`
  display: flex;
  align-items: center;
  gap: ${token.space[3]};
  margin-block-end: ${token.space[4]};
  color: ${token.color.textMuted};
  font-size: ${token.fontSize.small};
  font-weight: ${token.fontWeight.strong};

  &::before,
  &::after {
    content: '';
    flex: 1;
    border-block-start: ${token.border.hairline} solid ${token.color.border};
  }
`;
/** Own messages are aligned to the end, received ones to the start: side and name carry the meaning. */
export const MessageSheet = styled.article`
  inline-size: min(${token.width.column}, 92%);
  padding: ${token.space.inset};
  background: ${token.color.surface};
  border: ${token.border.hairline} solid ${token.color.border};
  border-radius: ${token.radius.card};
  overflow-wrap: anywhere;

  li[data-direction='sent'] > & {
    margin-inline-start: auto;
    background: ${token.color.surfaceSunken};
  }
  > p {
    ${userTextStyle}
    white-space: pre-wrap;
    max-inline-size: ${token.size.measure};
  }
`;
export const MessageHead = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 ${token.space[3]};
  margin-block-end: ${token.space[2]};
  color: ${token.color.textMuted};
  font-size: ${token.fontSize.small};

  strong {
    color: ${token.color.text};
  }
  [data-portal='patient'] & > [aria-hidden] {
    align-self: center;
  }
  h3 {
    flex-basis: 100%;
    margin-block-start: ${token.space[1]};
    color: ${token.color.text};
  }
`;
/** The attached documents, one per line. */
export const AttachedDocuments = styled.ul`
  margin-block-start: ${token.space[2]};

  li {
    display: flex;
    align-items: center;
    gap: ${token.space[2]};
  }
`;
export const MessageFooter = styled.footer`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space[2]} ${token.space[4]};
  margin-block-start: ${token.space[2]};
  color: ${token.color.textMuted};
  font-size: ${token.fontSize.small};

  /* Aligns the label of the button, not its invisible edge, with the text above. */
  > button:first-child {
    margin-inline-start: calc(-1 * ${token.space[3]});
  }
`;
export const Note = styled.p`
  color: ${token.color.textMuted};
  font-size: ${token.fontSize.small};
`;
