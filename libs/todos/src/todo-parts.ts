import { userTextStyle, below, from, token } from '@konsil/ui';
import { styled } from 'styled-components';

/** One ToDo: checkbox, text, edit link. Rows out of view skip layout. */
export const Row = styled.li`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: 0 ${token.space[3]};
  align-items: start;
  padding: ${token.space.row} ${token.space.inset};
  content-visibility: auto;
  contain-intrinsic-block-size: auto calc(2 * ${token.size.control});

  /* Beside the middle of the title's first line, whatever the size of the text. */
  > :not(div) {
    margin-block: calc((1lh - ${token.size.target}) / 2);
  }
  > label,
  > [data-state] {
    display: grid;
    place-items: center;
    inline-size: ${token.size.target};
    min-block-size: ${token.size.target};
    margin-inline-start: calc(${token.space[2]} * -1);
  }
  > label {
    cursor: pointer;
  }
  > [data-state] {
    color: ${token.color.textMuted};
  }
  input {
    inline-size: ${token.space[5]};
    block-size: ${token.space[5]};
    accent-color: ${token.color.action};
  }
  &[data-done] h3 {
    color: ${token.color.textMuted};
    text-decoration: line-through;
  }
  /* On a phone only the title makes room for the way to change it. */
  ${below.tablet} {
    > div {
      grid-area: 1 / 2 / auto / -1;
    }
    > a {
      grid-area: 1 / 3;
    }
    &:has(> a) h3 {
      padding-inline-end: ${token.size.target};
    }
  }
  /* At twice the text the words get the whole row, below the box and the way to change it. */
  ${below.tight} {
    gap: ${token.space[2]} 0;

    > div {
      grid-area: 2 / 1 / auto / -1;
    }
    &:has(> a) h3 {
      padding-inline-end: 0;
    }
  }
`;
export const Words = styled.div`
  display: grid;
  gap: ${token.space[1]};
  min-inline-size: 0;
  overflow-wrap: anywhere;

  h3 {
    font-size: ${token.fontSize.body};
    font-weight: ${token.fontWeight.strong};
  }
  p {
    max-inline-size: ${token.size.measure};
    ${userTextStyle}
  }
`;
/** On desktops title, case and date are aligned in columns. */
export const LineWords = styled(Words)`
  ${from.wide} {
    grid-template: 'title case facts' auto 'content case facts' 1fr / minmax(0, 5fr) minmax(0, 4fr) calc(${token.width.picture} + ${token.space[6]});
    gap: 0 ${token.space[4]};

    > h3 {
      grid-area: title;
    }
    > span {
      grid-area: case;
      margin-block: calc((1lh - ${token.size.target}) / 2);
    }
    /* Aligns the first line with the title, whether there is a second one or not. */
    > span a {
      padding-block: calc((${token.size.target} - 1lh) / 2);
    }
    > p {
      grid-area: content;
      color: ${token.color.textMuted};
      font-size: ${token.fontSize.small};
    }
    > ul {
      grid-area: facts;
      display: grid;
      grid-template-columns: minmax(0, 1fr) calc(2 * ${token.space[7]});
      align-content: start;
      gap: ${token.space[1]} ${token.space[2]};
    }
  }
`;
export const Facts = styled.ul`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space[1]} ${token.space[4]};
  color: ${token.color.textMuted};
  font-size: ${token.fontSize.small};

  li {
    display: inline-flex;
    align-items: center;
    gap: ${token.space[1]};
  }
`;
