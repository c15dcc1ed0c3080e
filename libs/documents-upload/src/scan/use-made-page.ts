// @bundle route
import { useEffect, useState } from 'react';
import { isUnchanged } from './scan.ts';
import type { Scan } from './scan.ts';
import { scanner } from './scanner.ts';

/** Enough to see how a page looks. */
const previewPixels = 500_000;

/** The page that a scan makes of a photo; null while it is made or stays the photo, 'failed' where that is not possible. */
export const useMadePage = (photo: File, scan: Scan, paused: boolean): File | null | 'failed' => {
  const [made, setMade] = useState<{ photo: File; scan: Scan; page: File | 'failed' } | null>(null);
  useEffect(() => {
    if (paused || isUnchanged(scan)) return;
    const abort = new AbortController();
    scanner
      .make(photo, scan, { most: previewPixels, signal: abort.signal })
      .then(
        (page): File | 'failed' => new File([page], photo.name),
        () => 'failed' as const,
      )
      .then((page) => {
        if (!abort.signal.aborted) setMade({ photo, scan, page });
      });
    return () => abort.abort();
  }, [photo, scan, paused]);
  return made?.photo === photo && made.scan === scan ? made.page : null;
};
