import type { RefObject } from 'react';

type OpenedBy = 'mouse' | 'touch' | 'pen' | 'keyboard' | '';

/**
 * Where the focus goes when a dialog opens: to its first field, else to the dialog itself, whose title is then
 * read. On touch always to the dialog, so that no keyboard covers it before it was read.
 */
export const firstField =
  (sheet: RefObject<HTMLElement | null>, body: RefObject<HTMLElement | null>) => (openedBy: OpenedBy) => {
    const field = body.current?.querySelector<HTMLElement>('input, select, textarea');
    return (openedBy === 'touch' ? null : field) ?? sheet.current;
  };
