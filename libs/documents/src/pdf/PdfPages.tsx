import { isForeignForm } from '@konsil/contracts/pdf-drawn';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { loadPdf } from './load-pdf';
import { MeasuringCanvas } from './page-parts';
import { PageJump } from './PageJump';
import { PdfPage } from './PdfPage';

interface PdfPagesProps {
  bytes: ArrayBuffer;
  /** 1 fits the page to the available width. */
  zoom: number;
  /** In quarter turns. */
  turns: number;
  pageLabel: (page: number, pages: number) => string;
  jumpWords: (pages: number) => { page: string; of: string };
  failedText: string;
  partlyText: string;
  /** Placeholder until the file is read. */
  waiting: ReactNode;
  onFailed: () => void;
  /** Called when the pages contain only a notice, so that another program has to show them. */
  onForm: () => void;
}

/** All pages of a PDF in one column; a page renders when it comes near the viewport. */
export default function PdfPages({
  bytes,
  zoom,
  turns,
  pageLabel,
  jumpWords,
  failedText,
  partlyText,
  waiting,
  onFailed,
  onForm,
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

  if (!pdf) return waiting;
  return (
    <>
      <MeasuringCanvas />
      {pdf.numPages > 1 && (
        <PageJump
          current={current}
          pages={pdf.numPages}
          words={jumpWords(pdf.numPages)}
          onJump={(page) => sheets.current?.children[page - 1]?.scrollIntoView({ block: 'start' })}
        />
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
          />
        ))}
      </div>
    </>
  );
}
