import { keepLookAfterSignOut, saveLook } from './keep-look';
import { applyLook, readLook } from './look';

const leave = () => window.dispatchEvent(new Event('pagehide'));
afterEach(() => {
  saveLook({ scheme: '', text: '', contrast: '' });
  localStorage.clear();
});

test('the chosen look survives signing out, which clears the storage of the browser', () => {
  keepLookAfterSignOut();
  saveLook({ scheme: 'dark', text: 'larger' });
  localStorage.clear();
  leave();
  expect(readLook()).toMatchObject({ scheme: 'dark', text: 'larger' });
});

test("leaving a page keeps nothing where the device's own look was chosen, or another page chose", () => {
  keepLookAfterSignOut();
  leave();
  expect(localStorage).toHaveLength(0);
  saveLook({ text: 'large' });
  localStorage.setItem('konsil-look', '{"text":"larger"}');
  leave();
  expect(readLook()).toEqual({ text: 'larger' });
});

test.each(['null', '{', '5'])('ignores a stored look that cannot be read: %s', (kept) => {
  localStorage.setItem('konsil-look', kept);
  expect(readLook().text).toBeUndefined();
  expect(applyLook).not.toThrow();
});
