import type { Document } from '@konsil/contracts/documents';
import { token } from '@konsil/ui';
import { useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { useFileBytes } from './use-file';

// Larger files take too long on a phone's connection for a picture beside a question.
const mostBytes = 20 * 1024 * 1024;
const widthInPixels = 180;

const Place = styled.span`
  display: block;
  inline-size: ${widthInPixels / 16}rem;
  max-inline-size: 100%;
  aspect-ratio: 1 / 1.414;
  overflow: hidden;
  background: ${token.color.paper};
  border: ${token.border.hairline} solid ${token.color.border};
  border-radius: ${token.radius.control};

  > canvas {
    display: block;
    inline-size: 100%;
  }
  > canvas[hidden] {
    display: none;
  }
`;

/** True for a PDF whose first page can be drawn here. */
const hasFirstPage = ({ content_type: type, size, state, unopened, form }: Document): boolean =>
  type === 'application/pdf' && state === 'ready' && !unopened && !form && size <= mostBytes;

/** The first page of a PDF as a small picture, fetched when it comes into view; nothing for other documents. */
export function PdfThumbnail({ document }: { document: Document }) {
  const [near, setNear] = useState(false);
  const [useless, setUseless] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const wanted = hasFirstPage(document) && !useless;
  useEffect(() => {
    const element = place.current;
    if (!wanted || near || !element) return;
    const watcher = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting) setNear(true);
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [wanted, near]);
  if (!wanted) return null;
  return (
    <Place ref={place} aria-hidden="true">
      {near && <FirstPage documentId={document.id} onUseless={() => setUseless(true)} />}
    </Place>
  );
}

function FirstPage({ documentId, onUseless }: { documentId: string; onUseless: () => void }) {
  const file = useFileBytes(documentId);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState(false);
  const giveUp = useRef(onUseless);
  useEffect(() => {
    giveUp.current = onUseless;
  });
  const bytes = file.state === 'ready' ? file.bytes : undefined;
  const failed = file.state === 'failed';
  useEffect(() => {
    if (failed) giveUp.current();
    const target = canvas.current;
    if (!bytes || !target) return;
    let left = false;
    import('../pdf/draw-first-page')
      .then(({ drawFirstPage }) => drawFirstPage(bytes, target, widthInPixels))
      .then(
        (whole) => left || (whole ? setDrawn(true) : giveUp.current()),
        // The question is asked without its picture; the document's page says what is wrong with the file.
        () => left || giveUp.current(),
      );
    return () => {
      left = true;
    };
  }, [bytes, failed]);
  return <canvas ref={canvas} hidden={!drawn} />;
}
