import type { ComponentPropsWithRef, FormEvent } from 'react';
import { styled } from 'styled-components';
import { SearchIcon } from '../foundation/icons';
import { from } from '../foundation/media';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import { Input } from './TextField';

const Form = styled.form<{ $compact: boolean }>`
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
    text-overflow: ellipsis;
    ${({ $compact }) => $compact && 'min-block-size: var(--size-target); padding-block: 0;'}
  }
`;

export interface SearchFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'onSubmit'> {
  /** Spoken; the placeholder shows what can be searched. */
  label: string;
  /** In a toolbar: as high as its buttons and compact selects. */
  compact?: boolean;
  /** One of several on its page: gives the search landmark its own name. */
  oneOfSeveral?: boolean;
  /** Called on Enter. Lists that search while typing do not need it. */
  onSearch?: (text: string) => void;
}

/** Searches a list. */
export function SearchField({ label, compact = false, oneOfSeveral = false, onSearch, ...input }: SearchFieldProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = event.currentTarget.querySelector('input')?.value ?? '';
    onSearch?.(text.trim());
  };
  return (
    <Form $compact={compact} role="search" aria-label={oneOfSeveral ? label : undefined} onSubmit={submit}>
      <label>
        <VisuallyHidden>{label}</VisuallyHidden>
        <Input type="search" autoComplete="off" spellCheck={false} {...input} />
      </label>
      <SearchIcon />
    </Form>
  );
}
