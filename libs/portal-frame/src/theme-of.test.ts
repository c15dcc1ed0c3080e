import { themeOf } from './theme-of.ts';

test.each([
  ['/', 'plain', 'plain'],
  ['/login', 'plain', 'plain'],
  ['/register/code', 'plain', 'plain'],
  ['/patient', 'grey', 'plain'],
  ['/patient/account', 'grey', 'plain'],
  ['/patient/process', 'grey', 'patient'],
  ['/patient/process/1/documents', 'grey', 'patient'],
  ['/doctor', 'grey', 'plain'],
  ['/doctor/todos', 'grey', 'plain'],
  ['/doctor/patients', 'grey', 'patient'],
  ['/doctor/patient/1/process/2/answer', 'grey', 'patient'],
] as const)('%s has the %s ground and the %s header', (path, ground, header) => {
  expect(themeOf(path)).toEqual({ ground, header });
});
