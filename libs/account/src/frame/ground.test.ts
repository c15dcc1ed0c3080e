import { groundOf } from './ground.ts';

// docs/specification.md section 2: grey wherever a path contains `patient` or `doctor`.
test.each([
  ['/', 'plain'],
  ['/login', 'plain'],
  ['/register/code', 'plain'],
  ['/patient', 'grey'],
  ['/patient/account', 'grey'],
  ['/patient/process/1/documents', 'grey'],
  ['/doctor', 'grey'],
  ['/doctor/todos', 'grey'],
  ['/doctor/patient/1/process/2/answer', 'grey'],
] as const)('%s has the %s ground', (path, ground) => {
  expect(groundOf(path)).toBe(ground);
});
