// @bundle route
import { Waiting } from '@konsil/common';
import type { Document } from '@konsil/contracts/documents';
import { useTexts } from '@konsil/i18n';
import { useEffect, useRef, useState } from 'react';
import { useExaminationWords } from '../examination-words';
import type { Mark, Place } from '../pdf/places';
import { RegionLayer } from '../pdf/RegionLayer';
import { documentTexts } from '../texts';
import { useFileAddress } from './use-file';
import { ViewFailed } from './ViewFailed';
import { Photo, PhotoFrame } from './viewer-parts';

/** A photographed page or picture. Rotation swaps the sides, so the frame takes its proportions from the picture. */
export function PhotoView({
  document,
  zoom,
  turns,
  place = null,
  marks = [],
  onMark,
}: {
  document: Document;
  zoom: number;
  turns: number;
  place?: Place | null;
  marks?: readonly Mark[];
  onMark?: ((place: Place) => void) | undefined;
}) {
  const { t } = useTexts(documentTexts);
  const { namedByWhatItIs } = useExaminationWords();
  const { address, isError, retry: askAgain } = useFileAddress(document.id);
  const [ratio, setRatio] = useState<number>();
  const [broken, setBroken] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  // The frame has its height only with the picture.
  useEffect(() => {
    if (place && ratio) frame.current?.querySelector('[data-region="current"]')?.scrollIntoView({ block: 'center' });
  }, [place, ratio]);

  const retry = () => {
    setBroken(false);
    askAgain();
  };
  if (isError || broken) return <ViewFailed retry={retry} />;
  if (!address) return <Waiting label={t('viewer.loading')} />;
  const lying = turns % 2 === 1;
  const side = lying && ratio ? ratio : 1;
  return (
    <PhotoFrame
      ref={frame}
      style={{ inlineSize: `${zoom * 100}%`, ...(ratio && { aspectRatio: lying ? 1 / ratio : ratio }) }}
    >
      <Photo
        src={address}
        alt={t('viewer.picture', { name: namedByWhatItIs(document) })}
        onLoad={({ currentTarget }) => setRatio(currentTarget.naturalWidth / currentTarget.naturalHeight)}
        onError={() => setBroken(true)}
        style={{ transform: `rotate(${turns * 90}deg)`, ...(lying && { inlineSize: `${side * 100}%` }) }}
      />
      {(marks.length > 0 || onMark) && (
        <RegionLayer marks={marks} turns={turns} onMark={onMark && ((region) => onMark({ page: 1, region }))} />
      )}
    </PhotoFrame>
  );
}
