import { from, token } from '@konsil/ui';
import styled from 'styled-components';

/** List and preview beside each other where there is room; each scrolls by itself. */
export const Desk = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[3]};
  align-items: start;

  > aside {
    display: none;
  }
  ${from.wide} {
    grid-template-columns: minmax(0, 1fr) 20rem;

    > aside {
      display: block;
      position: sticky;
      inset-block-start: ${token.space[4]};
    }
  }
`;
export const Born = styled.span`
  color: ${token.color.textMuted};
  font-weight: ${token.fontWeight.text};
  font-size: ${token.fontSize.small};
`;
export const Due = styled.span`
  &[data-urgency='late'] {
    color: ${token.color.danger};
    font-weight: ${token.fontWeight.strong};
  }
  &[data-urgency='today'] {
    font-weight: ${token.fontWeight.strong};
  }
`;
export const None = styled.span`
  color: ${token.color.textMuted};
`;
export const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: ${token.space[2]} ${token.space[3]};

  > [role='status'] {
    margin-inline-start: auto;
    color: ${token.color.textMuted};
    font-size: ${token.fontSize.small};
  }
`;
export const Keys = styled.p`
  display: none;
  gap: ${token.space[1]} ${token.space[4]};
  color: ${token.color.textMuted};
  font-size: ${token.fontSize.caption};

  ${from.desk} {
    display: flex;
    flex-wrap: wrap;
  }
`;
