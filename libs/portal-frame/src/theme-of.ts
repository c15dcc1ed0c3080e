/** The theme of a path (docs/specification.md section 2). */
export interface PathTheme {
  /** Grey wherever the path contains patient, doctor or operator. */
  ground: 'plain' | 'grey';
  /** The patient-style header wherever the path contains patient/process or doctor/patient. */
  header: 'plain' | 'patient';
}

export const themeOf = (path: string): PathTheme => ({
  ground: /patient|doctor|operator/.test(path) ? 'grey' : 'plain',
  header: /patient\/process|doctor\/patient/.test(path) ? 'patient' : 'plain',
});
