// Browsers compute layout in fractions of a pixel and round differently by version.

/** For `toBeInViewport`: the whole element, minus a fraction of a pixel. */
export const wholly = { ratio: 0.99 };

/** The tolerance for positions and sizes in CSS pixels. */
export const fraction = 0.5;

/** The minimum size of a touch target in CSS pixels: 44 (WCAG 2.5.5), minus a fraction. */
export const touchTarget = 44 - fraction;
