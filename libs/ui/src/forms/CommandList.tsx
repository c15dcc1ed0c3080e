import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { Kbd } from '../display/Kbd';
import { controlLook } from './controlLook';

export interface Command {
  /** Unique among all groups. */
  id: string;
  label: string;
  /** A muted second line. */
  detail?: ReactNode;
  icon?: ReactNode;
  /** The key that does the same. */
  keys?: string;
}
export interface CommandGroup {
  label: string;
  commands: readonly Command[];
}
export interface CommandListProps {
  /** Names field and list. */
  label: string;
  placeholder: string;
  typed: string;
  onType: (typed: string) => void;
  groups: readonly CommandGroup[];
  onChoose: (id: string) => void;
  /** Spoken with each change, and shown without a match. */
  status: string;
}

const Field = styled.input`
  ${controlLook}
`;
const Groups = styled.div`
  max-block-size: min(26rem, 60vh);
  overflow-y: auto;
  margin-block-start: var(--space-2);
`;
const Title = styled.div`
  padding: var(--space-2) var(--space-2) var(--space-1);
  color: var(--color-text-muted);
  font-size: var(--font-size-small);
`;
const Row = styled.div`
  display: flex;
  align-items: center;
  gap: var(--space-3);
  min-block-size: var(--size-target);
  padding: var(--space-1) var(--space-2);
  border-radius: var(--radius-control);
  cursor: pointer;

  > span {
    flex: 1;
    display: grid;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  small {
    color: var(--color-text-muted);
    font-size: var(--font-size-small);
  }
  .lucide {
    color: var(--color-text-muted);
  }
  &[aria-selected='true'] {
    background: var(--color-ground);
    box-shadow: inset 0 0 0 2px var(--color-action);
  }
`;
const Status = styled.p`
  padding: var(--space-2);
  color: var(--color-text-muted);
  font-size: var(--font-size-small);
`;

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

/** A field with grouped commands below: the focus stays in the field, the arrow keys choose, Enter does it. */
export function CommandList({ label, placeholder, typed, onType, groups, onChoose, status }: CommandListProps) {
  const id = useId();
  const all = groups.flatMap(({ commands }) => commands);
  const [chosen, setChosen] = useState<string>();
  // The first command until another is chosen, and again if the chosen one is gone.
  const at = Math.max(
    0,
    all.findIndex((command) => command.id === chosen),
  );
  const active = all[at];
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.id]);
  const optionId = (command: Command) => `${id}-${command.id}`;
  return (
    <div>
      <Field
        role="combobox"
        aria-label={label}
        aria-expanded={all.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active && optionId(active)}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          setChosen(undefined);
          onType(target.value);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          const step = steps[event.key];
          if (event.key === 'Enter') {
            if (active) onChoose(active.id);
          } else if (step) {
            const one = Math.abs(step) === 1;
            const next = one ? (at + step + all.length) % all.length : Math.min(all.length - 1, Math.max(0, at + step));
            setChosen(all[next]?.id);
          } else return;
          event.preventDefault();
        }}
      />
      <Groups ref={list} id={`${id}-list`} role="listbox" aria-label={label}>
        {groups
          .filter(({ commands }) => commands.length > 0)
          .map((group, place) => (
            <div key={group.label} role="group" aria-labelledby={`${id}-group-${place}`}>
              <Title id={`${id}-group-${place}`}>{group.label}</Title>
              {group.commands.map((command) => (
                <Row
                  key={command.id}
                  id={optionId(command)}
                  role="option"
                  aria-selected={command === active}
                  // The focus stays in the field.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => onChoose(command.id)}
                >
                  {command.icon}
                  <span>
                    {command.label}
                    {command.detail && <small>{command.detail}</small>}
                  </span>
                  {command.keys && <Kbd aria-hidden="true">{command.keys}</Kbd>}
                </Row>
              ))}
            </div>
          ))}
      </Groups>
      <Status role="status">{status}</Status>
    </div>
  );
}
