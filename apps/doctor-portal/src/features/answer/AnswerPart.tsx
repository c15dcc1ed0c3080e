import { Section, useDesk } from '@konsil/ui';
import { useState, type ReactNode } from 'react';
import { FoldedPart, PartState } from './answer-parts';

export interface AnswerPartProps {
  title: string;
  /** The state as text: what is missing, or what was chosen. */
  state: string;
  /** True if something here still prevents sending. */
  missing: boolean;
  /** True if it is initially expanded. */
  open: boolean;
  /** Errors inside keep it expanded. */
  faulty: boolean;
  /** Renders the same part on desktops, without collapsing. */
  onDesk?: (content: ReactNode) => ReactNode;
  children: ReactNode;
}

/** A part of the answer form. On phones it collapses to one line with its state. */
export function AnswerPart({
  title,
  state,
  missing,
  open,
  faulty,
  onDesk = (content) => content,
  children,
}: AnswerPartProps) {
  const desk = useDesk();
  const [unfolded, setUnfolded] = useState(open);
  if (desk) return onDesk(children);
  return (
    <FoldedPart open={unfolded || faulty} onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}>
      <summary>
        <h2>{title}</h2> <PartState data-missing={missing || undefined}>{state}</PartState>
      </summary>
      {children}
    </FoldedPart>
  );
}

/** An optional part of the answer; on desktops its state is shown beside the title. */
export function OptionalPart({
  title,
  state,
  ...part
}: Pick<AnswerPartProps, 'title' | 'state' | 'faulty' | 'children'>) {
  return (
    <AnswerPart
      {...part}
      title={title}
      state={state}
      missing={false}
      open={false}
      onDesk={(content) => (
        <Section title={title} action={<span role="status">{state}</span>}>
          {content}
        </Section>
      )}
    />
  );
}
