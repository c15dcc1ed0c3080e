import type { ComponentPropsWithRef, FormEvent } from 'react';
import { styled } from 'styled-components';
import { SearchIcon } from '../foundation/icons';
import { from } from '../foundation/media';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import { Input } from './TextField';

const Form = styled.form`
  position: relative;
  inline-size: 100%;

  ${from.tablet} {
    inline-size: 20rem;
  }

  > .lucide {
    position: absolute;
    inset-inline-start: 0.75rem;
    inset-block-start: calc(50% - var(--size-icon) / 2);
    color: var(--color-text-muted);
    pointer-events: none;
  }
  && input {
    padding-inline-start: calc(var(--size-icon) + 1.25rem);
  }
`;

export interface SearchFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'onSubmit'> {
  /** Spoken; the placeholder shows what can be searched. */
  label: string;
  /** Enter was pressed. Lists that search while typing do not need it. */
  onSearch?: (text: string) => void;
}

/** Finds things in a list. */
export function SearchField({ label, onSearch, ...input }: SearchFieldProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = event.currentTarget.querySelector('input')?.value ?? '';
    onSearch?.(text.trim());
  };
  return (
    <Form role="search" onSubmit={submit}>
      <label>
        <VisuallyHidden>{label}</VisuallyHidden>
        <Input type="search" autoComplete="off" spellCheck={false} {...input} />
      </label>
      <SearchIcon />
    </Form>
  );
}
