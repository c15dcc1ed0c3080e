import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PushDevice } from '@konsil/contracts/push';
import { aLogin, anAuthSession, fakeApi, refusalWith, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { renderInPortal } from '@konsil/portal-frame/testing';
import { SettingsPage } from './SettingsPage.tsx';

const login = aLogin();
const key = 'B'.repeat(87);
const aDevice = (changes: Partial<PushDevice> = {}): PushDevice => ({
  id: '5f0c1d5e-8a0b-4c53-9f4e-1c2d3e4f5a6b',
  device: 'Chrome, Android',
  current: true,
  created_at: '2026-11-03T09:00:00Z',
  last_sent_at: null,
  ...changes,
});

/** The browser's part, which jsdom lacks. */
class Browser {
  permission: NotificationPermission = 'default';
  /** The person's answer when asked. */
  decides: NotificationPermission = 'granted';
  asked = 0;
  made = 0;
  subscription: { endpoint: string } | null = null;
  fails = false;
  hasWorker = true;

  private readonly makeOne = () => ({
    endpoint: `https://push.example/${this.made}`,
    toJSON: () => ({ keys: { p256dh: 'P'.repeat(87), auth: 'A'.repeat(22) } }),
    unsubscribe: async () => {
      this.subscription = null;
      return true;
    },
  });
  install(): void {
    const pushManager = {
      getSubscription: async () => this.subscription,
      subscribe: async (options: PushSubscriptionOptionsInit) => {
        if (this.fails || this.subscription || options.applicationServerKey !== key) throw new Error('AbortError');
        this.made += 1;
        this.subscription = this.makeOne();
        return this.subscription;
      },
    };
    const registration = { pushManager };
    Object.defineProperty(navigator, 'serviceWorker', {
      configurable: true,
      value: {
        ready: this.hasWorker ? Promise.resolve(registration) : new Promise(() => undefined),
        getRegistration: async () => (this.hasWorker ? registration : undefined),
      },
    });
    const notification = {
      requestPermission: async () => {
        this.asked += 1;
        this.permission = this.decides;
        return this.permission;
      },
    };
    Object.defineProperty(notification, 'permission', { get: () => this.permission });
    Object.assign(window, { PushManager: class {}, Notification: notification });
  }
  subscribeBefore(): void {
    this.subscription = this.makeOne();
  }
  static remove(): void {
    Reflect.deleteProperty(navigator, 'serviceWorker');
    for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(window, name);
  }
}

let api: FakeApi;
let browser: Browser;
let devices: PushDevice[];
let refuses: boolean;
let unreachable: boolean;
const start = (offered: string | null = key) => {
  api = fakeApi({
    authSession: anAuthSession(login),
    isLoggedIn: login,
    getSettings: someSettings(),
    getPush: () => ({ key: offered, devices }),
    addPushDevice: () => {
      if (refuses) return refusalWith('quota', 409);
      const added = aDevice();
      devices = [added, ...devices];
      return added;
    },
    removePushDevice: ({ params }) => {
      if (unreachable) return refusalWith('internal', 500);
      devices = devices.filter(({ id }) => id !== params['id']);
      return { ok: true };
    },
  });
  return renderInPortal(<SettingsPage />, { login });
};
const part = () => screen.findByRole('region', { name: 'Auf diesem Gerät' });
beforeEach(() => {
  [devices, refuses, unreachable] = [[], false, false];
  browser = new Browser();
  browser.install();
});
afterEach(() => {
  api.restore();
  Browser.remove();
  jest.restoreAllMocks();
});

test('asks for the permission only when pressed; then the device is on, and off again', async () => {
  await start();
  const turnOn = await within(await part()).findByRole('button', { name: 'Auf diesem Gerät einschalten' });
  expect(browser.asked).toBe(0);
  await userEvent.click(turnOn);
  expect(await within(await part()).findByText('Eingeschaltet: Dieses Gerät zeigt Benachrichtigungen.')).toBeVisible();
  expect(browser.asked).toBe(1);
  expect(api.callsOf('addPushDevice').map(({ body }) => body)).toEqual([
    { endpoint: 'https://push.example/1', p256dh: 'P'.repeat(87), auth: 'A'.repeat(22) },
  ]);
  const turnOff = screen.getByRole('button', { name: 'Auf diesem Gerät ausschalten' });
  expect(turnOff).toHaveFocus();
  await userEvent.click(turnOff);
  expect(await screen.findByRole('button', { name: 'Auf diesem Gerät einschalten' })).toHaveFocus();
  expect(devices).toEqual([]);
  await waitFor(() => expect(browser.subscription).toBeNull());
});

test("a subscription that another account made is replaced, and does not count as this account's", async () => {
  browser.permission = 'granted';
  browser.subscribeBefore();
  await start();
  await userEvent.click(await screen.findByRole('button', { name: 'Auf diesem Gerät einschalten' }));
  expect(await screen.findByRole('button', { name: 'Auf diesem Gerät ausschalten' })).toBeVisible();
  expect(api.callsOf('addPushDevice')[0]?.body).toMatchObject({ endpoint: 'https://push.example/1' });
});

test('without a service worker, enabling push fails instead of hanging', async () => {
  browser.hasWorker = false;
  browser.install();
  await start();
  await userEvent.click(await screen.findByRole('button', { name: 'Auf diesem Gerät einschalten' }));
  expect(
    await screen.findByText('Der Browser konnte die Benachrichtigungen nicht einschalten', { exact: false }),
  ).toBeVisible();
});

test('is off once the browser unsubscribed, even if the server was unreachable', async () => {
  browser.permission = 'granted';
  browser.subscribeBefore();
  devices = [aDevice()];
  unreachable = true;
  await start();
  await userEvent.click(await screen.findByRole('button', { name: 'Auf diesem Gerät ausschalten' }));
  expect(await screen.findByRole('button', { name: 'Auf diesem Gerät einschalten' })).toBeVisible();
  expect(browser.subscription).toBeNull();
});

test('is off when the browser has lost its subscription', async () => {
  browser.permission = 'granted';
  devices = [aDevice()];
  await start();
  expect(await screen.findByRole('button', { name: 'Auf diesem Gerät einschalten' })).toBeVisible();
});

test.each([
  ['denied', 'Dieser Browser sperrt Benachrichtigungen von Konsil.'],
  ['default', 'Der Browser hat keine Erlaubnis bekommen.'],
] as const)('says what to do when the answer is %s', async (decision, text) => {
  browser.decides = decision;
  await start();
  await userEvent.click(await screen.findByRole('button', { name: 'Auf diesem Gerät einschalten' }));
  const said = await screen.findByText(text, { exact: false });
  expect(said.closest('[role=status],[role=alert]')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Auf diesem Gerät einschalten' }) === null).toBe(decision === 'denied');
  expect(api.callsOf('addPushDevice')).toEqual([]);
});

test('says when the browser cannot subscribe, and when the server refuses', async () => {
  browser.fails = true;
  await start();
  const turnOn = await screen.findByRole('button', { name: 'Auf diesem Gerät einschalten' });
  await userEvent.click(turnOn);
  expect(
    await screen.findByText('Der Browser konnte die Benachrichtigungen nicht einschalten', { exact: false }),
  ).toBeVisible();
  browser.fails = false;
  refuses = true;
  await userEvent.click(turnOn);
  await waitFor(() => expect(api.callsOf('addPushDevice')).toHaveLength(1));
  expect(await screen.findByRole('button', { name: 'Auf diesem Gerät einschalten' })).toBeEnabled();
  expect(screen.queryByText('Eingeschaltet: Dieses Gerät zeigt Benachrichtigungen.')).toBeNull();
});

test.each([
  ['Mozilla/5.0 (Windows NT 10.0)', 0, 'Dieser Browser kann keine Benachrichtigungen zeigen.'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)', 5, 'Auf iPhone und iPad geht das nur in der installierten App'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X)', 5, 'Auf iPhone und iPad geht das nur in der installierten App'],
])('without push support, %s with %i touch points shows the reason', async (agent, touch, text) => {
  Browser.remove();
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
  Object.defineProperty(navigator, 'maxTouchPoints', { configurable: true, value: touch });
  await start();
  expect(await screen.findByText(text, { exact: false })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Auf diesem Gerät einschalten' })).toBeNull();
  Reflect.deleteProperty(navigator, 'maxTouchPoints');
});

test('other devices are listed and removed, also where this one cannot show notifications', async () => {
  Browser.remove();
  devices = [
    aDevice({ current: false, device: '', last_sent_at: '2026-11-04T10:00:00Z' }),
    aDevice({ id: '6f0c1d5e-8a0b-4c53-9f4e-1c2d3e4f5a6b', current: false, device: 'Safari, iOS' }),
  ];
  await start();
  const list = await screen.findByRole('region', { name: 'Weitere Geräte mit Benachrichtigungen' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  expect(within(list).getByText(/Letzte Meldung/)).toBeVisible();
  await userEvent.click(within(list).getByRole('button', { name: /^Safari, iOS, eingeschaltet .*, entfernen$/ }));
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
});

test('the section is hidden if the server has push disabled', async () => {
  await start(null);
  await waitFor(() => expect(api.callsOf('getPush')).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText('Die Benachrichtigungen dieses Geräts werden geladen')).toBeNull());
  expect(screen.queryByRole('region', { name: 'Auf diesem Gerät' })).toBeNull();
});
