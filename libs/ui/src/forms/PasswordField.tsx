import { useId, useState } from 'react';
import type { ChangeEvent, ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import { Button } from '../actions/Button';
import { CheckIcon, HideIcon, OpenTaskIcon, SeenIcon } from '../foundation/icons';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import { Field, labelIdOf } from './Field';
import type { FieldWords } from './Field';
import { splitFieldProps } from './splitFieldProps';
import { Input } from './TextField';

const Place = styled.div`
  container-type: inline-size;
`;
const Joined = styled.div`
  position: relative;

  /* With very large text the button goes under the control. */
  @container (min-inline-size: 15em) {
    input {
      padding-inline-end: 8rem;
    }
    button {
      position: absolute;
      inset-inline-end: 4px;
      inset-block: 4px;
      min-block-size: 0;
    }
    button::before {
      content: '';
      position: absolute;
      inset: -5px;
    }
  }
`;
const Rules = styled.ul`
  display: grid;
  gap: var(--space-1);
  margin-block-start: var(--space-2);
  font-size: var(--font-size-small);
  color: var(--color-text-muted);

  li {
    display: flex;
    gap: var(--space-2);
    align-items: flex-start;
  }
  .lucide {
    margin-block-start: 0.1em;
  }
  [data-met] {
    color: var(--color-success);
  }
`;

/** One requirement of a new password. */
export interface PasswordRule {
  label: string;
  met: (password: string) => boolean;
}

export interface PasswordFieldProps
  extends FieldWords,
    Omit<ComponentPropsWithRef<'input'>, 'type' | 'width' | 'value' | 'defaultValue'> {
  words: { show: string; hide: string };
  /** Shown before typing and ticked off while typing, for new passwords only. */
  rules?: { items: PasswordRule[]; met: string; unmet: string };
}

/** A password that can be shown while typing. */
export function PasswordField({ words, rules, onChange, ...props }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const [password, setPassword] = useState('');
  const rulesId = useId();
  const { field, control } = splitFieldProps(props);
  const describedBy = [rules && rulesId, props['aria-describedby']].filter(Boolean).join(' ');

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    if (rules) setPassword(event.currentTarget.value);
    return onChange?.(event);
  };

  return (
    <Field {...field} aria-describedby={describedBy || undefined}>
      {(tied) => (
        <>
          <Place>
            <Joined>
              <Input
                autoCapitalize="none"
                spellCheck={false}
                {...control}
                {...tied}
                type={shown ? 'text' : 'password'}
                onChange={change}
              />
              <Button
                variant="quiet"
                size="small"
                icon={shown ? <HideIcon /> : <SeenIcon />}
                aria-controls={tied.id}
                aria-describedby={labelIdOf(tied.id)}
                onClick={() => setShown(!shown)}
              >
                {shown ? words.hide : words.show}
              </Button>
            </Joined>
          </Place>
          {rules && (
            <Rules id={rulesId} aria-live="polite">
              {rules.items.map(({ label, met }) => {
                const fulfilled = met(password);
                return (
                  <li key={label} data-met={fulfilled || undefined}>
                    {fulfilled ? <CheckIcon /> : <OpenTaskIcon />}
                    <span>
                      {label} <VisuallyHidden>({fulfilled ? rules.met : rules.unmet})</VisuallyHidden>
                    </span>
                  </li>
                );
              })}
            </Rules>
          )}
        </>
      )}
    </Field>
  );
}
