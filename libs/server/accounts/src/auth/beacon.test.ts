import { beaconOf } from './beacon.ts';

test('a beacon keeps level, code and message', () => {
  expect(beaconOf({ level: 'warn', code: 'CLIENT_FETCH_ERROR', message: 'Failed to fetch' })).toEqual({
    level: 'warn',
    code: 'CLIENT_FETCH_ERROR',
    message: 'Failed to fetch',
  });
});

test('removes possible personal data', () => {
  const { message } = beaconOf({
    message:
      'petra@example.org called +49 171 1234567 with eyJhbGciOiJIUzI1NiIsInR5cCI6 from https://a.example/patient/5',
  });
  expect(message).toBe('… called … … … with … from …');
});

test('prevents forged and overlong log lines', () => {
  const { message, code, level } = beaconOf({
    level: 'fatal',
    code: 'a\nb',
    message: `first\r\nsecond\u2028${' word'.repeat(1000)}`,
  });
  expect(message).not.toMatch(/[\r\n\u2028]/);
  expect(message.length).toBeLessThanOrEqual(300);
  expect([code, level]).toEqual(['UNKNOWN', 'error']);
});
