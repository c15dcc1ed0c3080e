/** The least contrast of white text on a colour (WCAG 2.2, 1.4.3). */
export const leastContrast = 4.5;

const isColor = (color: string): boolean => /^#[\da-f]{6}$/i.test(color);

/** WCAG 2.2: the luminance of a colour `#rrggbb`. */
const luminanceOf = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** The contrast of white text on a colour `#rrggbb`, 1 to 21; null for anything else. */
export const contrastWithWhite = (color: string): number | null =>
  isColor(color) ? 1.05 / (luminanceOf(color) + 0.05) : null;

/** True if white text on the colour can be read. */
export const isReadableAccent = (color: string): boolean => (contrastWithWhite(color) ?? 0) >= leastContrast;
