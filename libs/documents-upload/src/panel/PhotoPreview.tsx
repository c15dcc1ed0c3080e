import { useEffect, useRef } from 'react';
import { Preview } from './panel-parts.ts';

/** Preview of a photo before the upload. */
export function PhotoPreview({ photo, alt }: { photo: File; alt: string }) {
  const picture = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(photo);
    if (picture.current) picture.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [photo]);
  return <Preview ref={picture} alt={alt} loading="lazy" decoding="async" />;
}
