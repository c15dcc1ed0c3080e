import { isDrawnWhole } from '@konsil/contracts/pdf-drawn';
import type { Region } from '@konsil/contracts/pins';
import { Alert } from '@konsil/ui';
import { OPS, TextLayer, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState } from 'react';
import { FoundPlaces } from './FoundPlaces';
import { reopenStrictly } from './load-pdf';
import { PageNote, PageSheet, TextLayerBox } from './page-parts';
import type { Mark } from './places';
import { RegionLayer } from './RegionLayer';
import type { PageMatch } from './use-pdf-search';

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  number: number;
  zoom: number;
  turns: number;
  label: string;
  /** Shown instead of a page that cannot be rendered. */
  failedText: string;
  /** Shown on a page with a missing picture. */
  partlyText: string;
  /** Found places of this page. */
  matches: readonly PageMatch[] | undefined;
  /** The shown match, on whatever page. */
  current: PageMatch | undefined;
  /** Shown parts of this page. */
  marks: readonly Mark[];
  /** Set while a part is to be marked; null is the whole page. */
  onMark: ((region: Region | null) => void) | undefined;
  /** Called when the page has its height. */
  onDrawn: (() => void) | undefined;
}

const isCancelled = (error: unknown) => error instanceof Error && /Cancel|Abort/.test(error.name);

/** One page on a canvas, with a text layer above it for selecting, searching and reading aloud. */
export function PdfPage({
  pdf,
  number,
  zoom,
  turns,
  label,
  failedText,
  partlyText,
  matches,
  current,
  marks,
  onMark,
  onDrawn,
}: PdfPageProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(number === 1);
  const [width, setWidth] = useState(0);
  const [ratio, setRatio] = useState(1.414);
  const [done, setDone] = useState<{
    as: string;
    drawn: 'whole' | 'partly' | 'failed';
    runs?: readonly HTMLElement[];
  }>();
  const wanted = `${width} ${turns}`;
  const drawn = done?.as === wanted;
  const told = useRef(onDrawn);
  useEffect(() => {
    told.current = onDrawn;
  });
  useEffect(() => {
    if (drawn) told.current?.();
  }, [drawn]);

  useEffect(() => {
    const element = sheet.current;
    if (!element) return;
    const seen = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: '1200px',
    });
    const sized = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)));
    seen.observe(element);
    sized.observe(element);
    return () => {
      seen.disconnect();
      sized.disconnect();
    };
  }, []);

  // A rendered page takes ten megabytes: only those near the viewport are kept.
  useEffect(() => {
    if (near || !canvas.current) return;
    canvas.current.width = 0;
    setDone(undefined);
  }, [near]);

  useEffect(() => {
    if (!near || width === 0 || !canvas.current || !text.current) return;
    const target = canvas.current;
    const words = text.current;
    let stop = () => {};
    let stopped = false;
    void (async () => {
      const page = await pdf.getPage(number);
      if (stopped) return;
      const rotation = (page.rotate + turns * 90) % 360;
      const unscaled = page.getViewport({ scale: 1, rotation });
      const viewport = page.getViewport({ scale: width / unscaled.width, rotation });
      setRatio(viewport.height / viewport.width);
      const density = Math.min(window.devicePixelRatio || 1, 2);
      target.width = Math.floor(viewport.width * density);
      target.height = Math.floor(viewport.height * density);
      const drawing = page.render({ canvas: target, viewport, transform: [density, 0, 0, density, 0, 0] });
      words.replaceChildren();
      words.style.setProperty('--total-scale-factor', String(viewport.scale));
      const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport });
      stop = () => {
        drawing.cancel();
        layer.cancel();
      };
      await Promise.all([drawing.promise, layer.render()]);
      if (stopped) return;
      const isWhole = await isDrawnWhole(page, OPS, reopenStrictly(pdf));
      if (!stopped) setDone({ as: wanted, drawn: isWhole ? 'whole' : 'partly', runs: layer.textDivs });
    })().catch((error: unknown) => {
      if (!stopped && !isCancelled(error)) setDone({ as: wanted, drawn: 'failed' });
    });
    return () => {
      stopped = true;
      stop();
    };
  }, [pdf, number, near, width, turns, wanted]);

  return (
    <PageSheet
      ref={sheet}
      role="group"
      aria-label={label}
      aria-busy={near && done?.as !== wanted}
      style={{ inlineSize: `${zoom * 100}%`, aspectRatio: `1 / ${ratio}` }}
    >
      <canvas ref={canvas} aria-hidden="true" />
      <TextLayerBox ref={text} />
      {matches && done?.as === wanted && done.runs && (
        <FoundPlaces key={wanted} sheet={sheet} runs={done.runs} matches={matches} current={current} />
      )}
      {(marks.length > 0 || onMark) && <RegionLayer marks={marks} turns={turns} onMark={onMark} />}
      {done && done.drawn !== 'whole' && (
        <PageNote>
          <Alert tone="danger">{done.drawn === 'failed' ? failedText : partlyText}</Alert>
        </PageNote>
      )}
    </PageSheet>
  );
}
