import { groundOf, hasPatientHeader } from './ground.ts';

// Spec section 2: grey wherever a path contains patient or doctor, the patient-style header on patient/process and doctor/patient.
test.each([
  ['/', 'plain', false], ['/login', 'plain', false], ['/register/code', 'plain', false],
  ['/patient', 'grey', false], ['/patient/account', 'grey', false], ['/patient/process', 'grey', true], ['/patient/process/1/documents', 'grey', true],
  ['/doctor', 'grey', false], ['/doctor/todos', 'grey', false], ['/doctor/patient/1', 'grey', true], ['/doctor/patient/1/process/2/answer', 'grey', true],
] as const)('%s has the %s ground', (path, ground, header) => {
  expect(groundOf(path)).toBe(ground);
  expect(hasPatientHeader(path)).toBe(header);
});
