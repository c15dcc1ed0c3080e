import { byFinger, from, laptop, token } from '@konsil/ui';
import styled from 'styled-components';

/** Cuts a long name, but never the birth date that distinguishes two people. */
export const Who = styled.span`
  ${from.desk} {
    display: flex;
    align-items: baseline;
    gap: ${token.space[1]};

    strong {
      overflow: hidden;
      text-overflow: ellipsis;
    }
  }
  ${laptop} {
    display: block;

    strong {
      display: block;
    }
  }
`;
export const Born = styled.span`
  color: ${token.color.textMuted};
  font-weight: ${token.fontWeight.text};
  font-size: ${token.fontSize.small};

  /* Under the name: the case's words need the room beside it. */
  ${laptop} {
    display: block;
  }
`;
/** The note of the patient's request, in one line below the case. */
export const Said = styled.small`
  display: block;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  color: ${token.color.textMuted};
`;
export const Due = styled.span`
  white-space: nowrap;
  &[data-urgency='late'] {
    color: ${token.color.danger};
    font-weight: ${token.fontWeight.strong};
  }
  &[data-urgency='today'] {
    font-weight: ${token.fontWeight.strong};
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
  ${byFinger} {
    display: none;
  }
`;
/** New documents: name, with the date at the end of the line. */
export const Fresh = styled.ul`
  display: grid;
  gap: ${token.space[1]};

  li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: baseline;
    gap: ${token.space[2]};
  }
  .lucide {
    align-self: start;
  }
  time {
    color: ${token.color.textMuted};
    font-size: ${token.fontSize.small};
    font-variant-numeric: tabular-nums;
  }
`;
/** Numbered in the patient's colour. */
export const Questions = styled.ol`
  display: grid;
  gap: ${token.space[2]};
  counter-reset: question;

  li {
    display: grid;
    grid-template-columns: ${token.space[5]} minmax(0, 1fr);
    counter-increment: question;
  }
  li::before {
    content: counter(question);
    color: ${token.color.turnYou};
    font-weight: ${token.fontWeight.title};
  }
`;
