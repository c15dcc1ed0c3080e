// @bundle route
import { useCallback, useId, useRef, useState } from 'react';
import type { TouchEvent } from 'react';
import { useTexts } from '@konsil/i18n';
import type { Translate } from '@konsil/i18n';
import { BackIcon, IconButton, NextIcon, SelectField, Stack, Text } from '@konsil/ui';
import type de from './locales/de.json';
import type { SharedSeries } from './sealed-content.ts';
import { PictureSlider, PlaceRow, SharedPicture, SwipeArea } from './share-parts.ts';
import { shareTexts } from './texts.ts';

/** The minimum horizontal swipe distance in pixels; the swipe must be more horizontal than vertical. */
const swipePixels = 40;

/** Pictures of series of images, one at a time: by slider, arrow keys, buttons and swiping. */
export function SeriesViewer({ series, name }: { series: readonly SharedSeries[]; name: string }) {
  const { t } = useTexts(shareTexts);
  const [chosen, setChosen] = useState(0);
  const shown = series[chosen] ?? series[0];
  if (!shown) return null;
  return (
    <Stack gap={3}>
      {series.length > 1 && (
        <SelectField
          label={t('open.series')}
          width="medium"
          options={series.map(({ title }, index) => ({ value: String(index), label: title }))}
          value={String(chosen)}
          onChange={(event) => setChosen(Number(event.target.value))}
        />
      )}
      <OneSeries key={chosen} series={shown} name={name} />
    </Stack>
  );
}

function OneSeries({ series, name }: { series: SharedSeries; name: string }) {
  const { pictures } = series;
  const { t } = useTexts(shareTexts);
  const noteId = useId();
  const [index, setIndex] = useState(Math.floor((pictures.length - 1) / 2));
  const begun = useRef<{ x: number; y: number } | null>(null);
  const picture = pictures[index];
  const go = (to: number) => setIndex(Math.min(pictures.length - 1, Math.max(0, to)));
  const place = t('open.place', { at: index + 1, count: pictures.length });

  const onTouchEnd = ({ changedTouches }: TouchEvent) => {
    const end = changedTouches[0];
    const from = begun.current;
    begun.current = null;
    if (!from || !end) return;
    const [across, along] = [end.clientX - from.x, end.clientY - from.y];
    if (Math.abs(across) >= swipePixels && Math.abs(across) > Math.abs(along)) go(index + (across < 0 ? 1 : -1));
  };
  const onTouchStart = ({ touches }: TouchEvent) => {
    const finger = touches[0];
    // Two fingers enlarge the page.
    begun.current = finger && touches.length === 1 ? { x: finger.clientX, y: finger.clientY } : null;
  };

  if (!picture) return null;
  return (
    <Stack gap={3}>
      <SwipeArea onTouchStart={onTouchStart} onTouchEnd={onTouchEnd}>
        <OwnPicture {...picture} alt={t('open.pictureAt', { name, place })} />
      </SwipeArea>
      {pictures.length > 1 && (
        <>
          <PictureSlider
            type="range"
            min={1}
            max={pictures.length}
            value={index + 1}
            aria-label={t('open.slider')}
            aria-valuetext={place}
            aria-describedby={noteId}
            onChange={(event) => go(Number(event.target.value) - 1)}
          />
          <PlaceRow>
            <IconButton
              label={t('open.previous')}
              icon={<BackIcon />}
              unavailable={index === 0}
              onClick={() => go(index - 1)}
            />
            <p role="status">{place}</p>
            <IconButton
              label={t('open.next')}
              icon={<NextIcon />}
              unavailable={index === pictures.length - 1}
              onClick={() => go(index + 1)}
            />
          </PlaceRow>
        </>
      )}
      <Text as="p" tone="muted" size="small" id={noteId}>
        {extent(t, series)} {t('open.looking')}
      </Text>
    </Stack>
  );
}

/** The part of the series that has pictures: all of it, every n-th image, or some. */
const extent = (t: Translate<typeof de>, { pictures, total }: SharedSeries): string => {
  if (pictures.length === total) return t('open.whole', { count: total });
  const [first, second] = pictures;
  const step = first && second ? second.at - first.at : 0;
  const isEven =
    step > 1 &&
    first?.at === 1 &&
    pictures.every(({ at }, index) => at === 1 + index * step) &&
    pictures.length === Math.ceil(total / step);
  return isEven ? t('open.every', { step, total }) : t('open.some', { count: pictures.length, total });
};

/** A picture of this device's memory. */
export function OwnPicture({
  bytes,
  contentType,
  alt,
}: {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string;
  alt: string;
}) {
  // The address of the picture lives as long as its element shows it.
  const show = useCallback(
    (element: HTMLImageElement) => {
      const address = URL.createObjectURL(new Blob([bytes], { type: contentType }));
      element.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [bytes, contentType],
  );
  return <SharedPicture ref={show} alt={alt} />;
}
