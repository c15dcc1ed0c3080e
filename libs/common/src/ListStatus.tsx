import type { ReactNode } from 'react';
import { Button, Row } from '@konsil/ui';
import type { PagedList } from './paged-list.ts';

export interface ArchiveSwitchProps {
  icon?: ReactNode;
  /** Names the other list: the archive, or the one beside it. */
  label: string;
  filters: { archived?: string | undefined };
  set: (name: 'archived', value: string) => void;
}

/** Switches between a list and its archive. */
export function ArchiveSwitch({ icon, label, filters, set }: ArchiveSwitchProps) {
  return (
    <Button
      variant="quiet"
      size="small"
      icon={icon}
      onClick={() => set('archived', filters.archived === 'true' ? '' : 'true')}
    >
      {label}
    </Button>
  );
}

export interface ListStatusProps<Item> extends ArchiveSwitchProps {
  list: PagedList<Item>;
  /** The number of items in words. */
  count: string;
}

/** The number of items, once it is known, beside the switch to the archive. */
export function ListStatus<Item>({ list, count, ...archive }: ListStatusProps<Item>) {
  return (
    <Row justify="between">
      <span role="status">{!list.isLoading && !list.problem && count}</span>
      <ArchiveSwitch {...archive} />
    </Row>
  );
}
