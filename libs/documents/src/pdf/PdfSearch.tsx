import { CloseIcon, DownIcon, IconButton, Input, SearchIcon, UpIcon } from '@konsil/ui';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { SearchPill } from './page-parts';
import type { PageMatch } from './use-pdf-search';

export interface PdfSearchWords {
  open: string;
  field: string;
  previous: string;
  next: string;
  close: string;
  searching: string;
  none: string;
  place: (place: number, count: number) => string;
}
interface PdfSearchProps {
  words: PdfSearchWords;
  typed: string;
  onType: (typed: string) => void;
  matches: readonly PageMatch[];
  /** False while pages are being searched. */
  done: boolean;
  /** The index of the shown match. */
  current: number;
  onGo: (index: number) => void;
  /** The pages: Ctrl+F inside of them, or of nothing else, opens the search. */
  pages: RefObject<HTMLElement | null>;
  /** Opened with a search from elsewhere. */
  startOpen: boolean;
}

const viewer = '[data-pdf]';

/**
 * Searches the whole file; the browser's search finds rendered pages only. Ctrl+F opens it, and pressed in its field
 * opens the browser's.
 */
export function PdfSearch({ words, typed, onType, matches, done, current, onGo, pages, startOpen }: PdfSearchProps) {
  const [open, setOpen] = useState(startOpen);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const focusNext = useRef<'field' | 'button'>(undefined);
  useEffect(() => {
    const next = focusNext.current;
    if (next) (next === 'field' ? field : button).current?.focus();
    focusNext.current = undefined;
  }, [open]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key !== 'f') return;
      const target = event.target as Element;
      const others = target.closest?.(viewer);
      if (event.defaultPrevented || target === field.current || (others && others !== pages.current)) return;
      if (target.closest?.('[role="dialog"]')) return;
      event.preventDefault();
      focusNext.current = 'field';
      setOpen(true);
      field.current?.select();
      field.current?.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [pages]);

  const go = (step: number) => matches.length > 0 && onGo((current + step + matches.length) % matches.length);
  const close = () => {
    focusNext.current = 'button';
    onType('');
    setOpen(false);
  };
  if (!open)
    return (
      <SearchPill>
        <IconButton
          ref={button}
          label={words.open}
          icon={<SearchIcon />}
          onClick={() => {
            focusNext.current = 'field';
            setOpen(true);
          }}
        />
      </SearchPill>
    );
  const state = !done && matches.length === 0 ? words.searching : matches.length === 0 ? words.none : '';
  return (
    <SearchPill role="search">
      <Input
        ref={field}
        type="search"
        aria-label={words.field}
        placeholder={words.field}
        value={typed}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') close();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <span role="status">{typed.trim() !== '' && (state || words.place(current + 1, matches.length))}</span>
      <IconButton label={words.previous} icon={<UpIcon />} unavailable={matches.length === 0} onClick={() => go(-1)} />
      <IconButton label={words.next} icon={<DownIcon />} unavailable={matches.length === 0} onClick={() => go(1)} />
      <IconButton label={words.close} icon={<CloseIcon />} onClick={close} />
    </SearchPill>
  );
}
