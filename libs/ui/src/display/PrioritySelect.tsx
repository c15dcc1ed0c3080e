import { useId } from 'react';
import { styled } from 'styled-components';
import { controlLook } from '../forms/controlLook';
import { priorityLook } from './PriorityMark';
import type { PriorityLevel } from './PriorityMark';

const Box = styled.div`
  display: flex;
  align-items: center;
  gap: var(--space-2);
  font-size: var(--font-size-small);
`;
const Select = styled.select<{ $level: PriorityLevel }>`
  ${controlLook}
  inline-size: auto;
  field-sizing: content;
  min-block-size: var(--size-target);
  && {
    padding: 0 var(--space-2);
    ${({ $level }) => priorityLook($level)}
  }
`;

export interface PrioritySelectProps {
  label: string;
  value: PriorityLevel;
  options: { value: PriorityLevel; label: string }[];
  onChange: (level: PriorityLevel) => void;
}

/** Changes the priority of a case where it is shown. */
export function PrioritySelect({ label, value, options, onChange }: PrioritySelectProps) {
  const id = useId();
  return (
    <Box>
      <label htmlFor={id}>{label}</label>
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
    </Box>
  );
}
