/** The theme of a path (spec section 2): grey wherever it contains patient or doctor. */
export const groundOf = (path: string): 'plain' | 'grey' => (/patient|doctor/.test(path) ? 'grey' : 'plain');

/** Whether a path has the patient-style header (spec section 2). */
export const hasPatientHeader = (path: string): boolean => /patient\/process|doctor\/patient/.test(path);
