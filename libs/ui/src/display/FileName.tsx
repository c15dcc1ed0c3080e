import { Fragment } from 'react';
import { styled } from 'styled-components';

const Name = styled.bdi`
  overflow-wrap: anywhere;
  /* A hyphen would look like one of its own. */
  hyphens: manual;
`;

/* Unlike `wbr` it adds no space to the accessible name of a link, in browsers and in jsdom (which needs the inline
   style), and is not copied. */
const Break = styled.span`
  display: inline;

  &::after {
    content: '\\200B';
    content: '\\200B' / '';
  }
`;

/* Prevents a break after the hyphen in 2026-11. */
const Whole = styled.span`
  display: inline;
  white-space: nowrap;
`;

/**
 * Up to and including a character after which a line may break; dates and the extension stay with what precedes them.
 */
const part = /(?:\d[._-](?=\d)|\.\w{1,4}$|[^._-])+[._-]?|[._-]/g;

/* Other hyphens end a part. */
const hyphenInDay = /(-\d)/;

/**
 * A file name that breaks after `_`, `-` or `.`, and anywhere only where none of these is near. Right-to-left names do
 * not reorder their surroundings.
 */
export function FileName({ children }: { children: string }) {
  return (
    <Name>
      {children.match(part)?.map((words, place) => (
        <Fragment key={place}>
          {place > 0 && <Break />}
          {words.split(hyphenInDay).map((piece, at) => (at % 2 === 1 ? <Whole key={at}>{piece}</Whole> : piece))}
        </Fragment>
      ))}
    </Name>
  );
}
