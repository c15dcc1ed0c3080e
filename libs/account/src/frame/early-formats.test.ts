import { makeFormatsEarly } from './early-formats.ts';

const worker = jest.fn();
beforeEach(() => void Object.defineProperty(globalThis, 'Worker', { value: worker, configurable: true }));
afterEach(() => void Reflect.deleteProperty(globalThis, 'Worker'));

test('a worker is started by the language it makes formatters for', () => {
  makeFormatsEarly('en-GB');
  expect(worker).toHaveBeenCalledWith(expect.any(String), { name: 'en-GB' });
});

test('a browser or a policy that lets no worker start does not stop the page', () => {
  worker.mockImplementation(() => {
    throw new TypeError('This document requires TrustedScriptURL assignment.');
  });
  expect(() => makeFormatsEarly('de-DE')).not.toThrow();
});
