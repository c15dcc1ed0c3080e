import { useId, useState, type ReactNode } from 'react';
import { useTexts } from '@konsil/i18n';
import { token, userTextStyle } from '@konsil/ui';
import { styled } from 'styled-components';
import { explainedLines, type TextPart } from './explained-words.ts';
import type { GlossaryTerm } from './glossary-words.ts';
import { glossaryTexts } from './texts.ts';

const Line = styled.div`
  ${userTextStyle}
  min-block-size: 1lh;
`;
const Word = styled.button`
  position: relative;
  padding: 0;
  border: 0;
  background: none;
  color: ${token.color.action};
  font: inherit;
  text-align: inherit;
  text-decoration: underline dotted;
  text-underline-offset: ${token.space[1]};
  cursor: pointer;

  /* As large as a finger, without moving the lines apart. */
  &::after {
    content: '';
    position: absolute;
    inset: 50% auto auto 50%;
    min-inline-size: ${token.size.target};
    inline-size: 100%;
    block-size: ${token.size.target};
    transform: translate(-50%, -50%);
  }
  @media print {
    color: inherit;
    text-decoration: none;
  }
`;
const Explanation = styled.div`
  margin-block: ${token.space[2]} ${token.space[3]};
  padding: ${token.space[3]} ${token.space[4]};
  background: ${token.color.actionSoft};
  color: ${token.color.onActionSoft};
  border-radius: ${token.radius.control};
  font-size: ${token.fontSize.small};
`;

/** A term and the signs behind it, which begin no line. */
const Together = styled.span`
  white-space: nowrap;

  > button {
    white-space: normal;
  }
`;

/** A text whose common medical terms can be pressed for an explanation in the reader's language. */
export function ExplainedText({ text, marked }: { text: string; marked: (text: string) => ReactNode }) {
  return explainedLines(text).map((line, index) => <ExplainedLine key={index} parts={line} marked={marked} />);
}

const signsOf = (part: TextPart | undefined): string =>
  part && !part.term ? (/^[^\s\p{L}\p{N}[]*/u.exec(part.text)?.[0] ?? '') : '';

function ExplainedLine({
  parts,
  marked,
}: {
  parts: readonly TextPart[];
  /** Renders the parts without an explanation. */
  marked: (text: string) => ReactNode;
}) {
  const { t } = useTexts(glossaryTexts);
  const id = useId();
  const [open, setOpen] = useState<GlossaryTerm | null>(null);
  const word = parts.find(({ term }) => term === open)?.text;
  return (
    <>
      <Line>
        {parts.map(({ text, term }, index) =>
          term ? (
            <Together key={index}>
              <Word
                type="button"
                aria-expanded={open === term}
                aria-controls={open === term ? id : undefined}
                onClick={() => setOpen(open === term ? null : term)}
              >
                {text}
              </Word>
              {signsOf(parts[index + 1])}
            </Together>
          ) : (
            <span key={index}>{marked(text.slice(parts[index - 1]?.term ? signsOf(parts[index]).length : 0))}</span>
          ),
        )}
      </Line>
      {open && (
        <Explanation id={id} role="status">
          <strong>{word}</strong>
          <p>{t(`terms.${open}`)}</p>
        </Explanation>
      )}
    </>
  );
}
