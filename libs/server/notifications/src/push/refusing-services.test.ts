import { RefusingServices } from './refusing-services.ts';

const at = (host: string) => new URL(`https://${host}/send/1`);

test('a push service is listed once, a known one without its host name', () => {
  const refusing = new RefusingServices();
  expect(refusing.first(at('wns2-by3p.notify.windows.com'), 'a')).toBe('notify.windows.com');
  expect(refusing.first(at('wns2-db5p.notify.windows.com'), 'b')).toBeUndefined();
  expect(refusing.first(at('push.clinic.example:8443'), 'a')).toBe('push.clinic.example:8443');
  expect(refusing.first(at('push.clinic.example:8443'), 'b')).toBeUndefined();
});

test("an account with many fake services leaves room for other accounts' services", () => {
  const refusing = new RefusingServices();
  const named = Array.from({ length: 20 }, (_, n) => refusing.first(at(`push-${n}.example`), 'a'));
  expect(named.filter(Boolean)).toEqual(['push-0.example']);
  expect(refusing.first(at('notfcm.googleapis.com'), 'a')).toBeUndefined();
  expect(refusing.first(at('push.clinic.example'), 'b')).toBe('push.clinic.example');
});

test('many accounts with fake services do not hide a known one', () => {
  const refusing = new RefusingServices();
  const named = Array.from({ length: 20 }, (_, n) => refusing.first(at(`push-${n}.example`), `account-${n}`));
  expect(named.filter(Boolean)).toHaveLength(10);
  expect(refusing.first(at('fcm.googleapis.com'), 'account-0')).toBe('fcm.googleapis.com');
});
