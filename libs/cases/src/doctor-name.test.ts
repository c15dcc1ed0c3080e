import { initI18n } from '@konsil/i18n';
import { doctorName, shortDoctorName } from './doctor-name.ts';

test.each([
  ['Dr. Elif Sandberg', 'Dr. Sandberg'],
  ['Prof. Dr. med. Ruth Ohlsen', 'Prof. Dr. Ohlsen'],
  ['Dr. Karl von der Heide', 'Dr. von der Heide'],
  ['Elif Sandberg', 'Elif Sandberg'],
])('shortens %s to %s', (name, short) => {
  expect(shortDoctorName(name).replace(/\u00a0/g, ' ')).toBe(short);
});

describe('In English', () => {
  beforeEach(() => initI18n({ locale: 'en' }));
  afterEach(() => initI18n({ locale: 'de' }));

  test('titles have no full stop, as in Britain', () => {
    expect(doctorName('Prof. Dr. med. Ruth Ohlsen')).toBe('Prof Dr med Ruth Ohlsen');
    expect(shortDoctorName('Prof. Dr. med. Ruth Ohlsen').replace(/\u00a0/g, ' ')).toBe('Prof Dr Ohlsen');
    expect(shortDoctorName('Dr. Elif Sandberg').replace(/\u00a0/g, ' ')).toBe('Dr Sandberg');
  });

  test('initials and other words keep their full stop', () => {
    expect(doctorName('Dr. J. Petry')).toBe('Dr J. Petry');
    expect(doctorName('Sandr. Petry')).toBe('Sandr. Petry');
  });
});
