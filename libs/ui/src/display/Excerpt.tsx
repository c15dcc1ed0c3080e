import styled from 'styled-components';

const Found = styled.mark`
  background: var(--color-turn-you-soft);
  color: var(--color-on-turn-you-soft);
  border-radius: var(--radius-control);
`;
const Around = styled.span`
  font-weight: var(--font-weight-text);
`;

export interface ExcerptProps {
  before: string;
  word: string;
  after: string;
}

/** A found word with the words around it. */
export function Excerpt({ before, word, after }: ExcerptProps) {
  return (
    <Around>
      {before}
      <Found>{word}</Found>
      {after}
    </Around>
  );
}
