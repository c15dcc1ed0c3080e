import { useEffect, useRef, useState } from 'react';
import { ImagingIcon } from '@konsil/ui';
import { drawThumbnail } from '../engine/thumbnail.ts';
import type { Series } from '../study/study.ts';

/** Thumbnail of a series' middle picture; an icon if it cannot be drawn. */
export function Thumbnail({ series, draw }: { series: Series; draw: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    if (draw && canvas.current) void drawThumbnail(canvas.current, series).then(setDrawn);
  }, [draw, series]);
  return (
    <span className="thumbnail" data-drawn={drawn}>
      <canvas ref={canvas} aria-hidden="true" />
      {!drawn && <ImagingIcon aria-hidden="true" />}
    </span>
  );
}
