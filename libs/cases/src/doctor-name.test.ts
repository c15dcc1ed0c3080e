import { shortDoctorName } from './doctor-name.ts';

test.each([
  ['Dr. Elif Sandberg', 'Dr. Sandberg'],
  ['Prof. Dr. med. Ruth Ohlsen', 'Prof. Dr. Ohlsen'],
  ['Dr. Karl von der Heide', 'Dr. von der Heide'],
  ['Elif Sandberg', 'Elif Sandberg'],
])('shortens %s to %s', (name, short) => {
  expect(shortDoctorName(name).replace(/\u00a0/g, ' ')).toBe(short);
});
