import { useRef, useState } from 'react';
import type { ChangeEvent, ComponentPropsWithRef } from 'react';
import { css, styled } from 'styled-components';
import { Button } from '../actions/Button';
import { DateIcon } from '../foundation/icons';
import { visuallyHidden } from '../foundation/mixins';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import { smallControl } from './controlLook';
import { Field } from './Field';
import type { FieldWords } from './Field';
import { formatLocalDate, parseLocalDate } from './localDate';
import { splitFieldProps } from './splitFieldProps';
import { Input } from './TextField';

const compactLook = css`
  max-inline-size: 10.5rem;

  > input:first-child {
    min-block-size: var(--size-target);
    padding-block: 0;
    padding-inline-start: var(--space-3);
    padding-inline-end: calc(var(--size-target) + var(--space-1));
    ${smallControl}
  }
  button {
    inset-inline-end: 2px;
    inset-block: 2px;
  }
`;
const Joined = styled.div<{ $compact: boolean }>`
  position: relative;
  display: flex;
  align-items: center;
  max-inline-size: 16rem;

  > input:first-child {
    padding-inline-end: calc(var(--size-control) + var(--space-2));
  }
  button {
    position: absolute;
    inset-inline-end: 4px;
    inset-block: 4px;
    min-block-size: 0;
    min-inline-size: var(--size-target);
    padding-inline: var(--space-2);
  }
  button::before {
    content: '';
    position: absolute;
    inset: -5px;
  }
  ${({ $compact }) => $compact && compactLook}
`;
const Calendar = styled.input`
  ${visuallyHidden}
  inset-block-end: 0;
  inset-inline-end: 0;
  border: 0;
`;

export interface DateFieldProps
  extends FieldWords,
    Omit<ComponentPropsWithRef<'input'>, 'type' | 'value' | 'defaultValue' | 'onChange' | 'min' | 'max'> {
  locale: string;
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  /** Gets `YYYY-MM-DD`; an invalid date is passed as typed, so that the schema can report it. */
  onChange: (value: string) => void;
  /** The name of the calendar button: "Datum wählen". */
  pickLabel: string;
  /** The first and last day of the calendar, `YYYY-MM-DD`. */
  min?: string;
  max?: string;
  /**
   * `YYYY-MM-DD`: a typed two-digit year is in this century unless the day is after this one. Without it, two-digit
   * years are refused.
   */
  shortYearUntil?: string;
  /** In a toolbar: small, with a short English month. */
  compact?: boolean;
}

/** A date, typed in the local format or picked from the native date picker. */
export function DateField({
  locale,
  value,
  onChange,
  pickLabel,
  min,
  max,
  shortYearUntil,
  compact = false,
  onBlur,
  ...props
}: DateFieldProps) {
  const { field, control } = splitFieldProps(props);
  const calendar = useRef<HTMLInputElement>(null);
  // The text being typed; otherwise the value in the reader's format is shown.
  const [typed, setTyped] = useState<string | null>(null);
  const isDate = parseLocalDate(value) === value;

  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const text = event.currentTarget.value;
    setTyped(text);
    onChange(parseLocalDate(text, shortYearUntil) ?? text.trim());
  };
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    setTyped(null);
    onChange(event.currentTarget.value);
  };

  return (
    <Field {...field}>
      {(tied) => (
        <Joined $compact={compact}>
          <Input
            autoComplete="off"
            {...control}
            {...tied}
            type="text"
            value={typed ?? formatLocalDate(value, locale, compact ? 'short' : 'long')}
            onChange={type}
            onBlur={(event) => {
              setTyped(null);
              onBlur?.(event);
            }}
          />
          <Button variant="quiet" size="small" icon={<DateIcon />} onClick={() => calendar.current?.showPicker()}>
            <VisuallyHidden>
              {pickLabel}: {field.label}
            </VisuallyHidden>
          </Button>
          <Calendar
            ref={calendar}
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            value={isDate ? value : ''}
            min={min}
            max={max}
            onChange={pick}
          />
        </Joined>
      )}
    </Field>
  );
}
