// @bundle forms
import { styled } from 'styled-components';
import { CheckIcon } from '../foundation/icons';
import { forcedColors } from '../foundation/media';
import { visuallyHidden } from '../foundation/mixins';
import { VisuallyHidden } from '../layout/VisuallyHidden';

const Steps = styled.ol`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(0, 1fr);
  gap: var(--space-2);
  font-size: var(--font-size-caption);

  li {
    display: flex;
    align-items: baseline;
    gap: 0.35em;
    min-inline-size: 0;
    padding-block-start: var(--space-2);
    border-block-start: 4px solid var(--color-border-control);
    color: var(--color-text-muted);
    overflow-wrap: anywhere;
  }
  [data-done] {
    border-color: var(--color-turn-none);
  }
  [aria-current] {
    border-color: var(--color-action);
    color: var(--color-text);
    font-weight: var(--font-weight-strong);
  }
  ${forcedColors} {
    li {
      border-block-start-style: dotted;
    }
    [data-done] {
      border-block-start-style: solid;
    }
    [aria-current] {
      border-block-start: 4px solid Highlight;
    }
  }
  .lucide {
    inline-size: 1.05em;
    block-size: 1.05em;
    align-self: center;
    stroke-width: 2.5;
    color: var(--color-turn-none);
  }
`;
const Position = styled.p`
  display: none;
  margin-block-start: var(--space-2);
  font-size: var(--font-size-small);
  font-weight: var(--font-weight-strong);
`;
const Box = styled.div`
  container-type: inline-size;
`;
/* Without room for the step names, one line shows the current step. A container query, because text may be enlarged. */
const Fitting = styled.div<{ $steps: number }>`
  @container (max-inline-size: ${({ $steps }) => $steps * 6}em) {
    li > span {
      ${visuallyHidden}
    }
    li > .lucide {
      display: none;
    }
    p {
      display: block;
    }
  }
`;

export interface StepperProps {
  /** "Konto anlegen" */
  label: string;
  steps: string[];
  /** From 0. */
  current: number;
  words: {
    /** "Erledigt" */
    done: string;
    /** "Schritt 2 von 5: Vorgeschichte", shown where the step names have no room. */
    position: (step: number, of: number, name: string) => string;
  };
}

/** The current step of a form with several pages. */
export function Stepper({ label, steps, current, words }: StepperProps) {
  return (
    <Box>
      <Fitting $steps={steps.length}>
        <Steps aria-label={label}>
          {steps.map((step, index) => (
            <li
              key={step}
              data-done={index < current || undefined}
              aria-current={index === current ? 'step' : undefined}
            >
              {index < current && (
                <>
                  <CheckIcon />
                  <VisuallyHidden>{words.done}: </VisuallyHidden>
                </>
              )}
              <span>{step}</span>
            </li>
          ))}
        </Steps>
        <Position aria-hidden="true">{words.position(current + 1, steps.length, steps[current] ?? '')}</Position>
      </Fitting>
    </Box>
  );
}
