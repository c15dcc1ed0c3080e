import { shortDoctorName } from './doctor-name.ts';

test.each([
  ['Dr. Elif Sandberg', 'Dr. Sandberg'],
  ['Prof. Dr. med. Ruth Ohlsen', 'Prof. Dr. Ohlsen'],
  ['Dr. Karl von der Heide', 'Dr. von der Heide'],
  ['Elif Sandberg', 'Elif Sandberg'],
])('%s is spoken of as %s', (name, short) => {
  expect(shortDoctorName(name).replace(/\u00a0/g, ' ')).toBe(short);
});
