import type { Document } from '@konsil/contracts/documents';
import { useTexts } from '@konsil/i18n';
import { IconButton, RetryIcon, token } from '@konsil/ui';
import { useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { documentTexts } from '../texts';
import { useFileBytes } from './use-file';
import { useOnceOnline } from './use-once-online';

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

const Missing = styled.span`
  display: grid;
  place-items: center;
  block-size: 100%;
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
  return <Place ref={place}>{near && <FirstPage document={document} onUseless={() => setUseless(true)} />}</Place>;
}

function FirstPage({ document, onUseless }: { document: Document; onUseless: () => void }) {
  const file = useFileBytes(document.id);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState(false);
  const giveUp = useRef(onUseless);
  useEffect(() => {
    giveUp.current = onUseless;
  });
  const bytes = file.state === 'ready' ? file.bytes : undefined;
  const earlier = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    const target = canvas.current;
    if (!bytes || !target || drawn) return;
    let left = false;
    // A canvas takes one drawing at a time, and a prepared file is fetched anew while it is drawn.
    earlier.current = earlier.current
      .then(() => import('../pdf/draw-first-page'))
      .then(({ drawFirstPage }) => left || drawFirstPage(bytes, target, widthInPixels))
      .then(
        (whole) => left || (whole ? setDrawn(true) : giveUp.current()),
        // The question is asked without its picture; the document's page says what is wrong with the file.
        () => left || giveUp.current(),
      );
    return () => {
      left = true;
    };
  }, [bytes, drawn]);
  if (file.state === 'failed') return <FetchAgain document={document} retry={file.retry} />;
  return <canvas ref={canvas} hidden={!drawn} aria-hidden="true" />;
}

/** Placeholder for a page that could not be fetched; retries automatically once the connection is back. */
function FetchAgain({ document, retry }: { document: Document; retry: () => void }) {
  const { t } = useTexts(documentTexts);
  useOnceOnline(retry);
  return (
    <Missing>
      <IconButton label={t('viewer.fetchPage')} of={document.file_name} icon={<RetryIcon />} onClick={retry} />
    </Missing>
  );
}
