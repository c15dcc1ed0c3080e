import { token } from '@konsil/ui';
import { styled } from 'styled-components';

/** The sections of what the doctor will get, separated by hairlines. */
export const Part = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[3]};
  padding: ${token.space[4]} ${token.space.inset} ${token.space.inset};

  & + & {
    border-block-start: ${token.border.hairline} solid ${token.color.border};
  }
  h2 {
    font-size: ${token.fontSize.heading3};
  }
`;
/** The recipient, on top. */
export const Addressee = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space[1]} ${token.space[3]};
  padding: ${token.space[4]} ${token.space.inset};
  background: ${token.color.actionSoft};
  color: ${token.color.onActionSoft};
  border-start-start-radius: ${token.radius.card};
  border-start-end-radius: ${token.radius.card};

  /* The initials, which have the colour of this ground elsewhere. */
  > span:first-of-type {
    background: ${token.color.surface};
  }
  /* The name wraps, the link that changes it does not: where both do not fit, the link has its own line. */
  > span:last-of-type {
    flex: 1 1 calc(2 * ${token.space[7]});
    min-inline-size: 0;
  }
  > a {
    flex: none;
    margin-inline-start: auto;
  }
`;
/** A warning about a document. */
export const Warning = styled.strong`
  display: flex;
  gap: ${token.space[2]};
  margin-block-start: ${token.space[1]};
  color: ${token.color.warning};
  font-size: ${token.fontSize.small};
  font-weight: ${token.fontWeight.strong};

  .lucide {
    flex: none;
    margin-block-start: 0.15em;
  }
`;
/** A document's thumbnail, shown instead of its icon. */
export const SmallPicture = styled.img`
  inline-size: ${token.space[7]};
  block-size: ${token.space[7]};
  object-fit: cover;
  background: ${token.color.surfaceSunken};
  border-radius: ${token.radius.control};
`;
/** Documents: kind, then source. */
export const PreviewDocuments = styled.ul`
  display: grid;
  gap: ${token.space[3]};

  > li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: ${token.space[3]};
  }
  small {
    display: block;
    color: ${token.color.textMuted};
    font-size: ${token.fontSize.small};
  }
`;
