import { css, styled } from 'styled-components';
import { PriorityHighIcon, PriorityLowIcon, PriorityNormalIcon } from '../foundation/icons';
import { VisuallyHidden } from '../layout/VisuallyHidden';

export type PriorityLevel = 'high' | 'normal' | 'low' | 'undefined';

const levels = {
  high: css`
    background: var(--color-priority-high);
    border-color: var(--color-priority-high-edge);
  `,
  normal: css`
    background: var(--color-priority-normal);
    border-color: var(--color-priority-normal-edge);
  `,
  low: css`
    background: var(--color-priority-low);
    border-color: var(--color-priority-low-edge);
  `,
};
/** Fill and border of a priority, for controls that show one. */
export const priorityLook = (level: PriorityLevel) =>
  level !== 'undefined' &&
  css`
    ${levels[level]}
    color: var(--color-on-priority);
    color-scheme: light;
    font-weight: var(--font-weight-strong);
  `;
const icons = { high: PriorityHighIcon, normal: PriorityNormalIcon, low: PriorityLowIcon };

const Mark = styled.span<{ $level: PriorityLevel }>`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 0.3em;
  min-inline-size: 4.75rem;
  padding: 0.05rem 0.5rem;
  border: 1px solid;
  border-radius: 4px;
  font-size: var(--font-size-small);
  line-height: 1.3;
  white-space: nowrap;
  ${({ $level }) => priorityLook($level)}

  .lucide {
    inline-size: 0.9em;
    block-size: 0.9em;
    stroke-width: 2.5;
  }
`;
const Unset = styled.span`
  color: var(--color-text-muted);
  font-size: var(--font-size-small);
  white-space: nowrap;
`;

export interface PriorityMarkProps {
  level: PriorityLevel;
  label: string;
  /** In a column whose header names it: a dash where no priority is set. */
  inColumn?: boolean;
}

/** The doctor's priority of a case: colour of the specification, icon and word. Patients never see it. */
export function PriorityMark({ level, label, inColumn = false }: PriorityMarkProps) {
  if (level === 'undefined')
    return (
      <Unset>
        {inColumn ? (
          <>
            <span aria-hidden="true">–</span>
            <VisuallyHidden>{label}</VisuallyHidden>
          </>
        ) : (
          label
        )}
      </Unset>
    );
  const Icon = icons[level];
  return (
    <Mark $level={level}>
      <Icon />
      {label}
    </Mark>
  );
}
