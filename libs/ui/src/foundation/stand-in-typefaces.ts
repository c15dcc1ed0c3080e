// Average widths of the bold and regular letters of our typeface relative to each fallback (xWidthAvg of
// @capsizecss/metrics 4.3 for Latin text; DejaVu measured on our own texts).
const standInFaces = [
  { family: 'Stand-in', weights: '200 500', local: ['Segoe UI', 'Roboto', 'Arial', 'Liberation Sans'], size: '94%' },
  {
    family: 'Stand-in',
    weights: '501 900',
    local: ['Segoe UI Bold', 'Arial Bold', 'Liberation Sans Bold'],
    size: '91%',
  },
  { family: 'Wide stand-in', weights: '200 500', local: ['DejaVu Sans'], size: '82.6%' },
  { family: 'Wide stand-in', weights: '501 900', local: ['DejaVu Sans Bold'], size: '75.4%' },
];

/**
 * Font-face rules that scale local fallback fonts to the width of ours, so that the layout hardly shifts when ours
 * loads.
 */
export const standInRules = standInFaces
  .map(
    ({ family, weights, local, size }) =>
      `@font-face{font-family:'${family}';src:${local.map((name) => `local('${name}')`).join(',')};font-weight:${weights};size-adjust:${size}}`,
  )
  .join('');
