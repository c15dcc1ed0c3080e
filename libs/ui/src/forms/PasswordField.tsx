import { useId, useState } from 'react';
import type { ChangeEvent, ComponentPropsWithRef, ReactNode } from 'react';
import { styled } from 'styled-components';
import { Button } from '../actions/Button';
import { HideIcon, SeenIcon } from '../foundation/icons';
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
export interface PasswordFieldProps
  extends FieldWords,
    Omit<ComponentPropsWithRef<'input'>, 'type' | 'width' | 'value' | 'defaultValue'> {
  words: { show: string; hide: string };
  /** PasswordRules below a new password, which it is described by. */
  rules?: (password: string, id: string) => ReactNode;
  onShown?: (shown: boolean) => void;
}

/** A password that can be shown while typing. */
export function PasswordField({ words, rules, onShown, onChange, ...props }: PasswordFieldProps) {
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
                onClick={() => {
                  setShown(!shown);
                  onShown?.(!shown);
                }}
              >
                {shown ? words.hide : words.show}
              </Button>
            </Joined>
          </Place>
          {rules?.(password, rulesId)}
        </>
      )}
    </Field>
  );
}
