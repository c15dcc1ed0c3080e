import { Fragment } from 'react';
import { styled } from 'styled-components';

const Name = styled.bdi`
  overflow-wrap: anywhere;
  /* A hyphen would look like one of its own. */
  hyphens: manual;
`;

/* Unlike `wbr` no space in the name of a link, in a browser and (told that it is inline) in jsdom; and not copied. */
const Break = styled.span`
  display: inline;

  &::after {
    content: '\\200B';
    content: '\\200B' / '';
  }
`;

/* Without it a browser ends a line after the hyphen in 2026-11, too. */
const Whole = styled.span`
  display: inline;
  white-space: nowrap;
`;

/** Up to and with the sign after which a line may end; a day and the ending stay with what is before them. */
const part = /(?:\d[._-](?=\d)|\.\w{1,4}$|[^._-])+[._-]?|[._-]/g;

/* Any other hyphen ends its part. */
const hyphenInDay = /(-\d)/;

/** The name of a file: too long for its line it breaks after `_`, `-` or `.`, and anywhere only where no such sign is near. In another script it turns nothing round that stands beside it. */
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
