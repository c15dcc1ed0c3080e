import { preloadFormatters } from './early-formats.ts';

const worker = jest.fn();
beforeEach(() => void Object.defineProperty(globalThis, 'Worker', { value: worker, configurable: true }));
afterEach(() => void Reflect.deleteProperty(globalThis, 'Worker'));

test('starts one worker per language', () => {
  preloadFormatters('en-GB');
  expect(worker).toHaveBeenCalledWith(expect.any(String), { name: 'en-GB' });
});

test('a page works when its browser or policy forbids workers', () => {
  worker.mockImplementation(() => {
    throw new TypeError('This document requires TrustedScriptURL assignment.');
  });
  expect(() => preloadFormatters('de-DE')).not.toThrow();
});
