import { useDesk } from '@konsil/ui';
import { useState, type ReactNode } from 'react';
import { FoldedPart, PartState } from './answer-parts';

export interface AnswerPartProps {
  title: string;
  /** How it stands, in words: what is missing, or what was chosen. */
  state: string;
  /** Something here still blocks sending. */
  missing: boolean;
  /** Whether it is unfolded when the form opens. */
  open: boolean;
  /** An error inside is never folded away. */
  faulty: boolean;
  /** The same part where there is room for all of them. */
  onDesk?: (content: ReactNode) => ReactNode;
  children: ReactNode;
}

/** A part of the answer. On a phone it folds to one line that says how it stands. */
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
