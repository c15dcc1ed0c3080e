import { Fragment } from 'react';
import type { ReactNode } from 'react';

/**
 * Renders a sentence with marked words: `rich('Bis <b>heute</b>', { b: (words) => <strong>{words}</strong> })`. Keeps
 * the sentence whole for translators.
 */
export const withMarkup = (sentence: string, marks: Record<string, (words: string) => ReactNode>): ReactNode[] =>
  sentence.split(/(<(\w+)>.*?<\/\2>)/g).flatMap((part, at, parts) => {
    // Every third part is the mark's name, captured by the inner group.
    if (at % 3 === 2) return [];
    const name = at % 3 === 1 ? parts[at + 1] : undefined;
    const mark = name === undefined ? undefined : marks[name];
    const words = name === undefined ? part : part.slice(name.length + 2, -name.length - 3);
    return [<Fragment key={at}>{mark ? mark(words) : words}</Fragment>];
  });
