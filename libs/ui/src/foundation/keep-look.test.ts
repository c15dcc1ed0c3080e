import { keepLookAfterSignOut, saveLook } from './keep-look';
import { applyLook, readLook } from './look';

const leave = () => window.dispatchEvent(new Event('pagehide'));
afterEach(() => {
  saveLook({ scheme: '', text: '', contrast: '' });
  localStorage.clear();
});

test('the chosen colour scheme survives signing out, which clears browser storage', () => {
  keepLookAfterSignOut();
  saveLook({ scheme: 'dark', text: 'larger' });
  localStorage.clear();
  leave();
  expect(readLook()).toMatchObject({ scheme: 'dark', text: 'larger' });
});

test("leaving a page stores no colour scheme if the device's or another was chosen", () => {
  keepLookAfterSignOut();
  leave();
  expect(localStorage).toHaveLength(0);
  saveLook({ text: 'large' });
  localStorage.setItem('konsil-look', '{"text":"larger"}');
  leave();
  expect(readLook()).toEqual({ text: 'larger' });
});

test.each(['null', '{', '5'])('ignores an unreadable stored colour scheme: %s', (kept) => {
  localStorage.setItem('konsil-look', kept);
  expect(readLook().text).toBeUndefined();
  expect(applyLook).not.toThrow();
});
