import { useEffect, useRef, useState } from 'react';
import type { ChangeEvent, ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import { controlLook } from './controlLook';
import { Field } from './Field';
import type { FieldProps, FieldWords } from './Field';
import { joinRefs } from './joinRefs';
import { splitFieldProps } from './splitFieldProps';

const Area = styled.textarea`
  ${controlLook}
  field-sizing: content;
  min-block-size: calc(var(--size-control) * 2);
  max-block-size: 70vh;
  padding-block: var(--space-2);
  line-height: 1.4;
  resize: vertical;
`;
const Counter = styled.p`
  margin-block-start: var(--space-1);
  color: var(--color-text-muted);
  font-size: var(--font-size-small);
  text-align: end;

  &[data-over] {
    color: var(--color-danger);
    font-weight: var(--font-weight-strong);
  }
`;

export interface TextAreaProps
  extends FieldWords,
    Pick<FieldProps, 'layout'>,
    Omit<ComponentPropsWithRef<'textarea'>, 'maxLength'> {
  /** The maximum length. Typing may exceed it, so that pasted text is not lost; the schema reports it. */
  counter?: { max: number; words: (left: number) => string };
}

// Firefox does not support field-sizing yet: there the height is set by script.
const growsByItself = () => typeof CSS !== 'undefined' && CSS.supports?.('field-sizing', 'content');

function grow(area: HTMLTextAreaElement | null) {
  if (!area || growsByItself()) return;
  area.style.blockSize = 'auto';
  area.style.blockSize = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
}

/** Multi-line text that grows with its content. */
export function TextArea({ counter, onChange, ref, ...props }: TextAreaProps) {
  const { field, control } = splitFieldProps(props);
  const area = useRef<HTMLTextAreaElement>(null);
  const [length, setLength] = useState(0);
  const left = counter ? counter.max - length : 0;

  // Forms set values (drafts, reset) without an event.
  useEffect(() => {
    grow(area.current);
    setLength(area.current?.value.length ?? 0);
  }, [props.value, props.defaultValue]);

  const change = (event: ChangeEvent<HTMLTextAreaElement>) => {
    grow(event.currentTarget);
    setLength(event.currentTarget.value.length);
    return onChange?.(event);
  };

  return (
    <Field {...field}>
      {(tied) => (
        <>
          <Area rows={3} {...control} {...tied} ref={joinRefs(area, ref)} onChange={change} />
          {counter && (
            <Counter data-over={left < 0 || undefined} aria-hidden="true">
              {counter.words(left)}
            </Counter>
          )}
          {counter && (
            <VisuallyHidden role="status">{left <= counter.max / 10 ? counter.words(left) : ''}</VisuallyHidden>
          )}
        </>
      )}
    </Field>
  );
}
