import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState } from 'react';
import { findTyped, foldRuns, wordsOf, type FoldedText, type Found } from './find-in-text';

export interface PageMatch extends Found {
  /** The first page is 1. */
  page: number;
}
interface Result {
  typed: string;
  matches: PageMatch[];
  /** All pages were searched. */
  done: boolean;
}

// Each update renders all pages.
const pagesAtOnce = 20;

/** Searches all pages of a PDF, also those that are not rendered; pages are read once. */
export function usePdfSearch(pdf: PDFDocumentProxy | undefined, typed: string): Omit<Result, 'typed'> {
  const [result, setResult] = useState<Result>({ typed: '', matches: [], done: true });
  const read = useRef(new Map<number, FoldedText>());
  useEffect(() => {
    read.current = new Map();
  }, [pdf]);
  useEffect(() => {
    if (!pdf || typed.trim() === '') return;
    let left = false;
    const textOf = async (page: number): Promise<FoldedText> => {
      const known = read.current.get(page);
      if (known) return known;
      const { items } = await (await pdf.getPage(page)).getTextContent();
      const text = foldRuns(items.flatMap((item) => ('str' in item ? [item] : [])));
      read.current.set(page, text);
      return text;
    };
    const search = async (wanted: readonly string[]): Promise<PageMatch[]> => {
      const matches: PageMatch[] = [];
      for (let page = 1; page <= pdf.numPages && !left; page += 1) {
        const text = await textOf(page);
        const onPage = wanted.flatMap((one) => findTyped(text, one));
        onPage.sort((a, b) => a.from.run - b.from.run || a.from.at - b.from.at);
        matches.push(...onPage.map((found) => ({ ...found, page })));
        if (page % pagesAtOnce === 0 && !left) setResult({ typed, matches: [...matches], done: false });
      }
      return matches;
    };
    const run = async () => {
      const together = await search([typed]);
      const words = wordsOf(typed);
      const matches = together.length === 0 && words.length > 1 ? await search(words) : together;
      if (!left) setResult({ typed, matches, done: true });
    };
    // A page that cannot be read says so where it is rendered.
    run().catch(() => left || setResult({ typed, matches: [], done: true }));
    return () => {
      left = true;
    };
  }, [pdf, typed]);
  if (typed.trim() === '') return { matches: [], done: true };
  return result.typed === typed ? result : { matches: [], done: false };
}
