import { useId } from 'react';
import { styled } from 'styled-components';
import { DownIcon } from '../foundation/icons';
import { controlLook, smallControl } from '../forms/controlLook';
import { priorityLook } from './PriorityMark';
import type { PriorityLevel } from './PriorityMark';

const Box = styled.div`
  display: flex;
  align-items: center;
  gap: var(--space-2);
  font-size: var(--font-size-small);
`;
const Joined = styled.div`
  position: relative;

  .lucide {
    position: absolute;
    inset-inline-end: var(--space-2);
    inset-block-start: calc(50% - var(--size-icon) / 2);
    pointer-events: none;
  }
`;
const Select = styled.select<{ $level: PriorityLevel }>`
  ${controlLook}
  appearance: none;
  inline-size: auto;
  field-sizing: content;
  min-block-size: var(--size-target);
  ${smallControl}
  && {
    padding-block: 0;
    padding-inline: var(--space-2) calc(var(--size-icon) + var(--space-3));
    ${({ $level }) => priorityLook($level)}
  }
  /* On the colour of a priority the arrow is as dark as the word, in dark mode too. */
  & ~ .lucide {
    color: ${({ $level }) => ($level === 'undefined' ? 'inherit' : 'var(--color-on-priority)')};
  }
`;

export interface PrioritySelectProps {
  label: string;
  value: PriorityLevel;
  options: { value: PriorityLevel; label: string }[];
  onChange: (level: PriorityLevel) => void;
}

/** Changes the priority of a case in place. */
export function PrioritySelect({ label, value, options, onChange }: PrioritySelectProps) {
  const id = useId();
  return (
    <Box>
      <label htmlFor={id}>{label}</label>
      <Joined>
        <Select
          id={id}
          $level={value}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value as PriorityLevel)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
        <DownIcon />
      </Joined>
    </Box>
  );
}
