/** The theme of a path (docs/specification.md section 2): grey wherever it contains patient or doctor. */
export const groundOf = (path: string): 'plain' | 'grey' => (/patient|doctor/.test(path) ? 'grey' : 'plain');
