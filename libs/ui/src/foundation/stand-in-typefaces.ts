// How wide the bold and the other letters of our typeface are, on an average text, beside those of each of these
// (xWidthAvg of @capsizecss/metrics 4.3 for text in Latin letters; DejaVu was measured on texts of ours).
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
 * Rules for the typefaces of the reader's own device that are shown until ours is there: in the size in which they are as
 * wide as ours, so that hardly a line breaks elsewhere when it comes and nothing moves. For pages that are seen before their script.
 */
export const standInRules = standInFaces
  .map(
    ({ family, weights, local, size }) =>
      `@font-face{font-family:'${family}';src:${local.map((name) => `local('${name}')`).join(',')};font-weight:${weights};size-adjust:${size}}`,
  )
  .join('');
