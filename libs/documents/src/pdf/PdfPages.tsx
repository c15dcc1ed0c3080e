import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { loadPdf } from './load-pdf';
import { MeasuringCanvas } from './page-parts';
import { PdfPage } from './PdfPage';

interface PdfPagesProps {
  /** The whole file. */
  bytes: ArrayBuffer;
  /** 1 fits the page to the width that is there. */
  zoom: number;
  /** In quarter turns. */
  turns: number;
  pageLabel: (page: number, pages: number) => string;
  failedText: string;
  /** Stands there until the file is read. */
  waiting: ReactNode;
  onFailed: () => void;
}

/** All pages of a PDF below each other; a page is drawn when it comes near the visible part. */
export default function PdfPages({ bytes, zoom, turns, pageLabel, failedText, waiting, onFailed }: PdfPagesProps) {
  const [pdf, setPdf] = useState<PDFDocumentProxy>();
  const failed = useRef(onFailed);
  useEffect(() => {
    failed.current = onFailed;
  });

  useEffect(() => {
    const task = loadPdf(new Uint8Array(bytes.slice(0)));
    let left = false;
    // A file that is put away while it is being read fails, too; nobody asked for it any more.
    task.promise.then(setPdf, () => left || failed.current());
    return () => {
      left = true;
      setPdf(undefined);
      void task.destroy();
    };
  }, [bytes]);

  if (!pdf) return waiting;
  return (
    <>
      <MeasuringCanvas />
      {Array.from({ length: pdf.numPages }, (_, index) => (
        <PdfPage key={index} pdf={pdf} number={index + 1} zoom={zoom} turns={turns} label={pageLabel(index + 1, pdf.numPages)} failedText={failedText} />
      ))}
    </>
  );
}
