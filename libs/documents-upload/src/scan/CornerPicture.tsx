// @bundle route
import { useTexts } from '@konsil/i18n';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { VisuallyHidden } from '@konsil/ui';
import { uploadTexts } from '../texts.ts';
import { corners, isStraightenable } from './quad.ts';
import type { Point, Quad, Size } from './quad.ts';
import { CutOff, Frame, Glass, Handle, Magnifier, Outline } from './scan-parts.ts';

/** Shares of the picture that an arrow key moves a corner by, with and without the shift key. */
const steps = { fine: 0.005, coarse: 0.05 };
const enlarged = 3;
const directions: Partial<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const inside = (share: number) => Math.min(1, Math.max(0, share));
const percent = (share: number) => String(Math.round(100 * share));
const pathOf = (quad: Quad) => quad.map(({ x, y }) => `${100 * x},${100 * y}`).join(' ');

/** The corner being dragged, the grab position on its handle, and the size of the photo. */
interface Held extends Size {
  at: number;
  dx: number;
  dy: number;
}

interface CornerPictureProps {
  photo: File;
  alt: string;
  /** The corners that are set; null shows the photo alone. */
  quad: Quad | null;
  onMove: (quad: Quad) => void;
  /** Called when a corner is released. */
  onMoved: () => void;
}

/** A photo with the corners of a page, moved by finger, mouse or arrow keys. */
export function CornerPicture({ photo, alt, quad, onMove, onMoved }: CornerPictureProps) {
  const { t } = useTexts(uploadTexts);
  const picture = useRef<HTMLImageElement>(null);
  const near = useRef<HTMLImageElement>(null);
  const hint = useId();
  const [held, setHeld] = useState<Held | null>(null);
  useEffect(() => {
    const address = URL.createObjectURL(photo);
    if (picture.current) picture.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [photo]);
  const heldAt = held && quad?.[held.at];
  useEffect(() => {
    if (near.current && picture.current) near.current.src = picture.current.src;
  }, [held]);

  const place = (at: number, { x, y }: Point) => {
    const moved = quad?.map((corner, index) => (index === at ? { x: inside(x), y: inside(y) } : corner)) as
      | Quad
      | undefined;
    // A corner does not pass its neighbours.
    if (moved && isStraightenable(moved)) onMove(moved);
  };
  const byKey = (event: KeyboardEvent, at: number) => {
    const [dx, dy] = directions[event.key] ?? [];
    const corner = quad?.[at];
    if (dx === undefined || dy === undefined || !corner) return;
    event.preventDefault();
    const step = event.shiftKey ? steps.coarse : steps.fine;
    place(at, { x: corner.x + dx * step, y: corner.y + dy * step });
  };
  const spot = ({ clientX, clientY }: PointerEvent): Point & Size => {
    const { left, top, width, height } = picture.current?.getBoundingClientRect() ?? new DOMRect();
    return { x: (clientX - left) / (width || 1), y: (clientY - top) / (height || 1), width, height };
  };
  const letGo = () => {
    if (held) onMoved();
    setHeld(null);
  };
  return (
    <Frame>
      <Glass>
        <img ref={picture} alt={alt} draggable={false} decoding="async" />
        {quad && (
          <>
            <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
              <CutOff fillRule="evenodd" d={`M0 0H100V100H0Z M${pathOf(quad).replaceAll(' ', 'L')}Z`} />
              <Outline points={pathOf(quad)} />
            </svg>
            {quad.map(({ x, y }, at) => (
              <Handle
                key={corners[at]}
                role="slider"
                tabIndex={0}
                aria-label={t(`scan.corners.${corners[at] ?? 'topLeft'}`)}
                aria-describedby={hint}
                aria-valuemin={0}
                aria-valuemax={100}
                aria-valuenow={Math.round(100 * x)}
                aria-valuetext={t('scan.place', { left: percent(x), top: percent(y) })}
                data-held={held?.at === at}
                style={{ left: `${100 * x}%`, top: `${100 * y}%` }}
                onKeyDown={(event) => byKey(event, at)}
                onKeyUp={(event) => directions[event.key] && onMoved()}
                onBlur={onMoved}
                onPointerDown={(event) => {
                  if (!event.isPrimary || event.button !== 0) return;
                  event.currentTarget.setPointerCapture?.(event.pointerId);
                  const { x: fromX, y: fromY, ...size } = spot(event);
                  setHeld({ at, dx: x - fromX, dy: y - fromY, ...size });
                }}
                onPointerMove={(event) => {
                  if (held?.at !== at || !event.isPrimary) return;
                  const to = spot(event);
                  place(at, { x: to.x + held.dx, y: to.y + held.dy });
                }}
                onPointerUp={letGo}
                onPointerCancel={letGo}
              />
            ))}
            {held && heldAt && (
              <Magnifier data-at={heldAt.x < 0.5 ? 'end' : 'start'} aria-hidden>
                <img
                  ref={near}
                  alt=""
                  width={held.width * enlarged}
                  height={held.height * enlarged}
                  style={{
                    left: `calc(50% - ${heldAt.x * held.width * enlarged}px)`,
                    top: `calc(50% - ${heldAt.y * held.height * enlarged}px)`,
                  }}
                />
              </Magnifier>
            )}
            <VisuallyHidden id={hint}>{t('scan.keys')}</VisuallyHidden>
          </>
        )}
      </Glass>
    </Frame>
  );
}
