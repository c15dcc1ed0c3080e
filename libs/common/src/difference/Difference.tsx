// @bundle route
import { styled } from 'styled-components';
import { difference } from './difference.ts';

/** Changes are underlined or struck through as well as tinted. */
const Box = styled.div`
  white-space: pre-wrap;
  overflow-wrap: anywhere;

  ins {
    background: var(--color-change-added);
    text-decoration: underline;
  }
  del {
    background: var(--color-change-removed);
    text-decoration: line-through;
  }
`;
const tags = { same: 'span', added: 'ins', removed: 'del' } as const;

/** A text with the words that were added and removed. */
export function Difference({ before, after }: { before: string; after: string }) {
  return (
    <Box>
      {difference(before, after).map(({ text, change }, index) => {
        const Tag = tags[change];
        return <Tag key={index}>{text}</Tag>;
      })}
    </Box>
  );
}
