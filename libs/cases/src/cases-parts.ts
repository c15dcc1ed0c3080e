import { userTextStyle, token } from '@konsil/ui';
import { styled } from 'styled-components';

/** The patient's questions, numbered in the patient's colour. */
export const Questions = styled.ol`
  display: grid;
  gap: ${token.space[4]};
  counter-reset: question;

  > li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: ${token.space[1]} ${token.space[3]};
    counter-increment: question;
    overflow-wrap: anywhere;
  }
  > li::before {
    content: counter(question);
    color: ${token.color.turnYou};
    font-weight: ${token.fontWeight.title};
  }
  > li > * {
    grid-column: 2;
  }
`;
/** User-written text: keeps line breaks, at a readable width. */
export const UserText = styled.div`
  max-inline-size: ${token.size.measure};
  ${userTextStyle}
  overflow-wrap: anywhere;
`;
/** Long text that shows its first lines until it is expanded. */
export const ClampedText = styled(UserText)<{ $open: boolean }>`
  ${({ $open }) => !$open && 'display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 6; overflow: hidden;'}
`;
