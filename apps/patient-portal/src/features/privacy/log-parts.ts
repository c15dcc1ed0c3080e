import { from, token } from '@konsil/ui';
import { styled } from 'styled-components';

/** The number of people, on top. */
export const PeopleCount = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: center;
  gap: 0 ${token.space[4]};

  > span:first-child {
    grid-row: 1 / 3;
    color: ${token.color.action};
    font-size: ${token.fontSize.figure};
    font-weight: ${token.fontWeight.title};
    line-height: 1;
  }
  h2 {
    font-size: ${token.fontSize.heading3};
  }
`;
/** One access: avatar, sentence, time. */
export const Line = styled.li`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: start;
  gap: 0 ${token.space[3]};
  padding: ${token.space[3]} ${token.space[4]};

  /* Collapsed accesses are hidden on screens only, so that paper shows the whole day. */
  @media screen {
    &[hidden] {
      display: none;
    }
  }
  p {
    overflow-wrap: anywhere;
  }
  time {
    color: ${token.color.textMuted};
    font-size: ${token.fontSize.small};
    white-space: nowrap;
    grid-column: 2;
  }
  ${from.tablet} {
    grid-template-columns: auto minmax(0, 1fr) auto;

    time {
      grid-column: auto;
    }
    padding-inline: ${token.space.inset};
  }
`;

/** Print only. */
export const PrintOnly = styled.p`
  @media screen {
    display: none;
  }
`;

/** A block that is on paper only. */
export const PrintBlock = styled.div`
  @media screen {
    display: none;
  }
`;
/** A code to be typed from paper. */
export const CheckCode = styled.code`
  overflow-wrap: anywhere;
  font-variant-numeric: tabular-nums;
`;
