import { codeFromSms } from './sms-code.ts';

const answering = (found: unknown) => {
  Object.assign(window, { OTPCredential: class {} });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get: () => Promise.resolve(found) } });
};
afterEach(() => {
  Reflect.deleteProperty(window, 'OTPCredential');
  Reflect.deleteProperty(navigator, 'credentials');
});

test('passes on the code of the SMS', async () => {
  answering({ code: '246810' });
  expect(await codeFromSms(new AbortController().signal)).toBe('246810');
});

test.each([null, undefined, {}, { code: '' }])('a WebOTP result without a code (%p) is ignored', async (found) => {
  answering(found);
  const settled = jest.fn();
  void codeFromSms(new AbortController().signal).then(settled);
  await new Promise((resolve) => setTimeout(resolve));
  expect(settled).not.toHaveBeenCalled();
});
