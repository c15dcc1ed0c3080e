import { Input } from '@konsil/ui';
import { useState } from 'react';

interface PageJumpProps {
  /** The visible page. */
  current: number;
  pages: number;
  /** Text before and after the number: "Seite", "von 12". */
  words: { page: string; of: string };
  onJump: (page: number) => void;
}

/** Shows the visible page and jumps to another by number. */
export function PageJump({ current, pages, words, onJump }: PageJumpProps) {
  const [typed, setTyped] = useState<string>();
  const type = (text: string) => {
    setTyped(text);
    const page = Number(text);
    if (Number.isInteger(page) && page >= 1 && page <= pages) onJump(page);
  };
  return (
    <label>
      {words.page}
      <Input
        inputMode="numeric"
        size={String(pages).length}
        value={typed ?? current}
        onChange={({ target }) => type(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={() => setTyped(undefined)}
      />
      {words.of}
    </label>
  );
}
