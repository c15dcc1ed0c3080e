import { token } from '@konsil/ui';
import { styled } from 'styled-components';

/** Thumbnail of a photo, as it will be uploaded. */
export const Preview = styled.img`
  display: block;
  max-inline-size: 100%;
  max-block-size: ${token.width.picture};
  border: ${token.border.hairline} solid ${token.color.border};
  border-radius: ${token.radius.control};
  background: ${token.color.surfaceSunken};
`;

/** Photographed pages in order, each with its tools beside it. */
export const Pages = styled.ol`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(${token.width.picture}, 100%), 1fr));
  gap: ${token.space[3]};

  > li {
    display: flex;
    align-items: start;
    gap: ${token.space[3]};
  }
  > li > div:last-child {
    flex: 1;
    min-inline-size: 0;
  }
`;

/** Reserves the size of the picture in either orientation before it loads. */
export const PagePicture = styled.button`
  display: grid;
  place-items: center;
  flex: none;
  inline-size: calc(${token.width.code} * 0.7);
  block-size: calc(${token.width.code} * 0.7);
  padding: 0;
  background: none;
  border: 0;
  cursor: zoom-in;

  ${Preview} {
    max-block-size: calc(${token.width.code} * 0.7);
  }
`;

/** A thumbnail with the edges that were found. */
export const FoundEdges = styled.span`
  position: relative;
  display: block;

  > svg {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
  }
  polygon {
    fill: none;
    stroke: ${token.color.focus};
    stroke-width: 2;
    vector-effect: non-scaling-stroke;
  }
`;

/** One of several guesses: its text, with the thumbnail at the end. */
export const GuessedBox = styled.div`
  display: flow-root;
  padding-block: ${token.space[2]};
  border-block-start: ${token.border.hairline} solid ${token.color.border};
`;
export const GuessedPicture = styled(Preview)`
  float: inline-end;
  max-inline-size: calc(${token.width.code} * 0.4);
  max-block-size: calc(${token.width.code} * 0.5);
  margin: ${token.space[2]} 0 0 ${token.space[3]};
`;
export const GuessedPage = styled.div`
  float: inline-end;
  inline-size: calc(${token.width.code} * 0.6);

  &:not(:empty) {
    margin: ${token.space[2]} 0 0 ${token.space[3]};
  }
  &:empty {
    display: none;
  }
`;
/** The picture that a question is about. */
export const QuestionPicture = styled(Preview)`
  max-inline-size: ${token.width.code};
  max-block-size: ${token.width.code};
`;
/** Aligned with the text of the checkbox above. */
export const BelowCheckbox = styled.div`
  margin-inline-start: ${token.space[5]};
`;
