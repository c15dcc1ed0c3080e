import { isForeignForm } from '@konsil/contracts/pdf-drawn';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useDebounced } from '@konsil/lists/use-settled';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { loadPdf } from './load-pdf';
import { FloatingJump, MeasuringCanvas } from './page-parts';
import { PageJump } from './PageJump';
import { PdfPage } from './PdfPage';
import type { Mark, Place } from './places';
import { PdfSearch, type PdfSearchWords } from './PdfSearch';
import { usePdfSearch, type PageMatch } from './use-pdf-search';

interface PdfPagesProps {
  bytes: ArrayBuffer;
  /** 1 fits the page to the available width. */
  zoom: number;
  /** In quarter turns. */
  turns: number;
  pageLabel: (page: number, pages: number) => string;
  jumpWords: (pages: number) => { page: string; of: string };
  searchWords: PdfSearchWords;
  /** The search term of the page from which the document was opened. */
  find: string;
  failedText: string;
  partlyText: string;
  /** Placeholder until the file is read. */
  waiting: ReactNode;
  onFailed: () => void;
  /** Called when the pages contain only a notice, so that another program has to show them. */
  onForm: () => void;
  /** The place to scroll to when the document opens. */
  place: Place | null;
  /** Shown places. */
  marks: readonly Mark[];
  /** Set while a place is to be marked. */
  onMark?: ((place: Place) => void) | undefined;
}

/** All pages of a PDF in one column; a page renders when it comes near the viewport. */
export default function PdfPages({
  bytes,
  zoom,
  turns,
  pageLabel,
  jumpWords,
  searchWords,
  find,
  failedText,
  partlyText,
  waiting,
  onFailed,
  onForm,
  place,
  marks,
  onMark,
}: PdfPagesProps) {
  const [pdf, setPdf] = useState<PDFDocumentProxy>();
  const told = useRef({ onFailed, onForm });
  useEffect(() => {
    told.current = { onFailed, onForm };
  });

  useEffect(() => {
    const task = loadPdf(new Uint8Array(bytes.slice(0)));
    let left = false;
    // A file closed while loading fails, too; that error is ignored.
    const show = async () => {
      const opened = await task.promise;
      const { info } = await opened.getMetadata();
      if (left) return;
      if (isForeignForm(info)) told.current.onForm();
      else setPdf(opened);
    };
    show().catch(() => left || told.current.onFailed());
    return () => {
      left = true;
      setPdf(undefined);
      void task.destroy();
    };
  }, [bytes]);

  const sheets = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const show = (page: number) => sheets.current?.children[page - 1]?.scrollIntoView({ block: 'start' });
  const [typed, setTyped] = useState(find);
  const { matches, done } = usePdfSearch(pdf, useDebounced(typed));
  // Chosen by the reader; before, the first one from the page on that is shown.
  const [chosen, setChosen] = useState<number>();
  const [from, setFrom] = useState(place?.page ?? 1);
  const matchIndex = Math.max(0, chosen ?? matches.findIndex(({ page }) => page >= from));
  const match = matches[matchIndex];
  const matchPage = match?.page;
  useEffect(() => {
    if (matchPage) show(matchPage);
  }, [matchPage]);
  const byPage = useMemo(() => {
    const pages = new Map<number, PageMatch[]>();
    for (const one of matches) pages.set(one.page, [...(pages.get(one.page) ?? []), one]);
    return pages;
  }, [matches]);
  const [current, setCurrent] = useState(1);
  useEffect(() => {
    const pages = [...(sheets.current?.children ?? [])];
    // Observes which page crosses a line in the upper part of the window.
    const onLine = new IntersectionObserver(
      (entries) => {
        const shown = entries.find(({ isIntersecting }) => isIntersecting);
        if (shown) setCurrent(pages.indexOf(shown.target) + 1);
      },
      { rootMargin: '-35% 0px -65%' },
    );
    pages.forEach((page) => onLine.observe(page));
    return () => onLine.disconnect();
  }, [pdf]);

  const goToPlace = () => {
    const page = place && sheets.current?.children[place.page - 1];
    const region = page && page.querySelector('[data-region="current"]');
    if (region) region.scrollIntoView({ block: 'center' });
    else if (page) page.scrollIntoView({ block: 'start' });
  };
  const toPlace = useRef(goToPlace);
  useEffect(() => {
    toPlace.current = goToPlace;
  });
  useEffect(() => {
    if (pdf && place) toPlace.current();
  }, [pdf, place]);
  // Pages above it have their height only once they are drawn; a reader who scrolled since then stays.
  const arrived = useRef<Place | null>(null);
  // A search goes on to its own places.
  const settles = find === '';
  const settle = () => {
    if (arrived.current === place) return;
    arrived.current = place;
    goToPlace();
  };

  if (!pdf) return waiting;
  return (
    <div ref={box} data-pdf>
      <MeasuringCanvas />
      {(pdf.numPages > 1 || find !== '') && (
        <FloatingJump data-print="hide">
          <PdfSearch
            words={searchWords}
            typed={typed}
            onType={(text) => {
              setFrom(current);
              setChosen(undefined);
              setTyped(text);
            }}
            matches={matches}
            done={done}
            current={matchIndex}
            onGo={setChosen}
            pages={box}
            startOpen={find !== ''}
          />
          {pdf.numPages > 1 && (
            <PageJump current={current} pages={pdf.numPages} words={jumpWords(pdf.numPages)} onJump={show} />
          )}
        </FloatingJump>
      )}
      <div ref={sheets}>
        {Array.from({ length: pdf.numPages }, (_, index) => (
          <PdfPage
            key={index}
            pdf={pdf}
            number={index + 1}
            zoom={zoom}
            turns={turns}
            label={pageLabel(index + 1, pdf.numPages)}
            failedText={failedText}
            partlyText={partlyText}
            matches={byPage.get(index + 1)}
            current={match}
            marks={marks.filter(({ page }) => page === index + 1)}
            onMark={onMark && ((region) => onMark({ page: index + 1, region }))}
            onDrawn={settles && place?.page === index + 1 ? settle : undefined}
          />
        ))}
      </div>
    </div>
  );
}
