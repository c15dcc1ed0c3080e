import { loadConfig } from './config.ts';

const settings = (content?: string) => {
  document.head.innerHTML = content === undefined ? '' : '<meta name="konsil-config">';
  document.querySelector('meta')?.setAttribute('content', content ?? '');
};
const asked = jest.fn();
beforeEach(() => {
  asked.mockReset().mockResolvedValue({ ok: true, json: () => Promise.resolve({ apiOrigin: 'https://api.example' }) });
  globalThis.fetch = asked;
});

const here = { patient: window.location.origin, doctor: window.location.origin };

test('settings in the page are not requested', async () => {
  settings('{"portals":{"patient":"https://konsil.example"}}');
  expect(await loadConfig()).toEqual({
    apiOrigin: '',
    portals: { ...here, patient: 'https://konsil.example' },
    timeZone: 'Europe/Berlin',
  });
  expect(asked).not.toHaveBeenCalled();
});

test('polling, warning and lifetimes of sessions are settings of the installation', async () => {
  const session = { sessionPolling: 5, pollOffline: true, sessionWarning: 30, sessionIdle: 10, sessionAbsolute: 8 };
  settings(JSON.stringify(session));
  expect(await loadConfig()).toMatchObject(session);
});

test.each([undefined, '__KONSIL_CONFIG__'])('plain file hosting reads config.json: %s', async (content) => {
  settings(content);
  expect(await loadConfig()).toEqual({ apiOrigin: 'https://api.example', portals: here, timeZone: 'Europe/Berlin' });
});

test("without either, everything is at the page's own origin", async () => {
  settings();
  asked.mockResolvedValue({ ok: false });
  expect(await loadConfig()).toEqual({ apiOrigin: '', portals: here, timeZone: 'Europe/Berlin' });
});
