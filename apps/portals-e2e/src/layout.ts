// Browsers lay out in fractions of a pixel and round them differently from version to version.

/** For `toBeInViewport`: the whole element, but for a fraction of a pixel. */
export const wholly = { ratio: 0.99, timeout: 15_000 };

/** The largest difference in CSS pixels that no check of a position or a size may notice. */
export const fraction = 0.5;

/** The least width and height of a touch target in CSS pixels: 44 (WCAG 2.5.5), but for a fraction of a pixel. */
export const touchTarget = 44 - fraction;
