import type { Rendering } from '../rendered-picture.ts';

/** The size of a thumbnail, which PS3.18 leaves to the server. */
export const thumbnail: Pick<Rendering, 'window' | 'viewport' | 'quality'> = {
  window: null,
  viewport: { width: 256, height: 256 },
  quality: 85,
};
const usual = 90;
const mostViewport = 4096;

const shapes = { linear: 'linear', 'linear-exact': 'exact', sigmoid: 'sigmoid' } as const;
const number = String.raw`[+-]?\d{1,7}(?:\.\d{1,9})?`;
const windowForm = new RegExp(`^(${number}),(${number}),(linear|linear-exact|sigmoid)$`, 'i');

const windowIn = (value: string): Rendering['window'] | undefined => {
  const [, center, width, name = ''] = windowForm.exec(value) ?? [];
  const shape = shapes[name.toLowerCase() as keyof typeof shapes];
  // PS3.3 C.11.2.1.2: a linear window is at least one wide, others wider than nothing.
  const isWide = Number(width) >= (shape === 'linear' ? 1 : Number.MIN_VALUE);
  return shape && isWide ? { center: Number(center), width: Number(width), shape } : undefined;
};
const viewportIn = (value: string): Rendering['viewport'] | undefined => {
  const [, width, height] = /^(\d{1,4}),(\d{1,4})$/.exec(value) ?? [];
  const viewport = { width: Number(width), height: Number(height) };
  return Object.values(viewport).every((side) => side >= 1 && side <= mostViewport) ? viewport : undefined;
};

/**
 * The parameters of a rendered picture (PS3.18 section 8.3.5): `window`, `viewport` without a part of the source, and
 * `quality`. Null for any other, because a picture that ignores one would look right and be wrong.
 */
export const renderingIn = (query: Record<string, unknown>): Omit<Rendering, 'frame'> | null => {
  const rendering: Omit<Rendering, 'frame'> = { window: null, viewport: null, quality: usual };
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string') return null;
    const window = name === 'window' ? windowIn(value) : undefined;
    const viewport = name === 'viewport' ? viewportIn(value) : undefined;
    const quality = name === 'quality' && /^(?:[1-9]\d?|100)$/.test(value) ? Number(value) : undefined;
    if (window) rendering.window = window;
    else if (viewport) rendering.viewport = viewport;
    else if (quality) rendering.quality = quality;
    else return null;
  }
  return rendering;
};
