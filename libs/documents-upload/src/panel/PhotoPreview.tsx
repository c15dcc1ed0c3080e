import { useEffect, useRef } from 'react';
import { useTexts } from '@konsil/i18n';
import { uploadTexts } from '../texts.ts';
import { Preview } from './panel-parts.ts';

/** A photo before it is sent. */
export function PhotoPreview({ photo }: { photo: File }) {
  const { t } = useTexts(uploadTexts);
  const picture = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(photo);
    if (picture.current) picture.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [photo]);
  return <Preview ref={picture} alt={t('preview', { name: photo.name })} />;
}
