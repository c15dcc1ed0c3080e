import { beaconOf } from './beacon.ts';

test('a beacon keeps level, code and words', () => {
  expect(beaconOf({ level: 'warn', code: 'CLIENT_FETCH_ERROR', message: 'Failed to fetch' })).toEqual({
    level: 'warn',
    code: 'CLIENT_FETCH_ERROR',
    message: 'Failed to fetch',
  });
});

test('what could be a person’s is left out', () => {
  const { message } = beaconOf({
    message:
      'petra@example.org called +49 171 1234567 with eyJhbGciOiJIUzI1NiIsInR5cCI6 from https://a.example/patient/5',
  });
  expect(message).toBe('… called … … … with … from …');
});

test('lines cannot be forged and nothing is long', () => {
  const { message, code, level } = beaconOf({
    level: 'fatal',
    code: 'a\nb',
    message: `first\r\nsecond\u2028${' word'.repeat(1000)}`,
  });
  expect(message).not.toMatch(/[\r\n\u2028]/);
  expect(message.length).toBeLessThanOrEqual(300);
  expect([code, level]).toEqual(['UNKNOWN', 'error']);
});
