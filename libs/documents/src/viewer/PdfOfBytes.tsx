// @bundle route
import { Waiting } from '@konsil/common';
import { useTexts } from '@konsil/i18n';
import { Alert } from '@konsil/ui';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { documentTexts } from '../texts';
import type { Mark, Place } from '../pdf/places';
import { usePdfPages } from './use-pdf-pages';
import { ViewFailed } from './ViewFailed';

export interface PdfOfBytesProps {
  bytes: ArrayBuffer;
  /** 1 fits the page to the available width. */
  zoom?: number;
  /** In quarter turns. */
  turns?: number;
  /** The place to scroll to when the document opens. */
  place?: Place | null;
  /** Shown places. */
  marks?: readonly Mark[];
  /** Set while a place is to be marked. */
  onMark?: ((place: Place) => void) | undefined;
}

/** The pages of a PDF that is already here. */
export function PdfOfBytes({ bytes, zoom = 1, turns = 0, place = null, marks = [], onMark }: PdfOfBytesProps) {
  const { t } = useTexts(documentTexts);
  const part = usePdfPages();
  // A search over all cases leads to a page; its words stay out of the address.
  const { state } = useLocation();
  const find = (place && (state as { find?: string } | null)?.find) || '';
  const [unshown, setUnshown] = useState<'unreadable' | 'form'>();
  const waiting = <Waiting label={t('viewer.loading')} />;
  if (unshown)
    return (
      <Alert tone={unshown === 'form' ? 'warning' : 'danger'} title={t('viewer.failed')}>
        {t(`viewer.${unshown}`)}
      </Alert>
    );
  if (part.state === 'failed') return <ViewFailed retry={part.retry} />;
  if (part.state === 'loading') return waiting;
  return (
    <part.PdfPages
      bytes={bytes}
      zoom={zoom}
      turns={turns}
      pageLabel={(page, pages) => t('viewer.page', { page, pages })}
      jumpWords={(pages) => ({ page: t('viewer.jumpPage'), of: t('viewer.jumpOf', { pages }) })}
      searchWords={{
        open: t('viewer.find.open'),
        field: t('viewer.find.field'),
        previous: t('viewer.find.previous'),
        next: t('viewer.find.next'),
        close: t('viewer.find.close'),
        searching: t('viewer.find.searching'),
        none: t('viewer.find.none'),
        place: (place, count) => t('viewer.find.place', { place, count }),
      }}
      find={find}
      failedText={t('viewer.pageFailed')}
      partlyText={t('viewer.pagePartly')}
      waiting={waiting}
      place={place}
      marks={marks}
      onMark={onMark}
      onFailed={() => setUnshown('unreadable')}
      onForm={() => setUnshown('form')}
    />
  );
}
