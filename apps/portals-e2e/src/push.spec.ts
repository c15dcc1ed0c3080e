import type { Worker } from '@playwright/test';
import { expect, expectAccessible, origins, test } from './fixtures.ts';

test.use({ serviceWorkers: 'allow' });

/** Calls of the service worker to the browser: the headless one shows no notifications. */
interface Asked {
  shown: unknown[];
  opened: string[];
  focused: string[];
  closed: number;
}
/** The part of a service worker's world that the test replaces. */
interface Scope {
  asked: Asked;
  registration: { showNotification: (title: string, options: object) => Promise<void> };
  clients: { openWindow: (path: string) => Promise<null> };
  WindowClient: { prototype: { focus: (this: { url: string }) => Promise<unknown> } };
  ExtendableEvent: typeof Event;
}

test('a message becomes a notification with fixed words, and a press opens its place', async ({ patient }) => {
  const { page } = patient;
  const context = page.context();
  await page.goto('/patient/settings');
  const part = page.getByRole('region', { name: 'Auf diesem Gerät' });
  // The headless browser reports 'denied' whatever is granted.
  await expect(part.getByText('Dieser Browser sperrt Benachrichtigungen von Konsil.')).toBeVisible();
  await expectAccessible(page);

  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => context.serviceWorkers()).toHaveLength(1);
  const [worker] = context.serviceWorkers() as [Worker];
  await worker.evaluate(() => {
    const scope = self as unknown as Scope;
    const asked: Asked = { shown: [], opened: [], focused: [], closed: 0 };
    scope.asked = asked;
    scope.registration.showNotification = async (title, options) => void asked.shown.push({ title, ...options });
    scope.clients.openWindow = async (path) => {
      asked.opened.push(path);
      return null;
    };
    scope.WindowClient.prototype.focus = async function () {
      asked.focused.push(new URL(this.url).pathname);
    };
  });
  const asked = () => worker.evaluate(() => (self as unknown as Scope).asked);

  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const title = 'Neues in Konsil';
  const body = 'Öffnen Sie Konsil, um es zu lesen.';
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: origins.patient,
    registrationId,
    data: JSON.stringify({ title, body, path: '/patient/process' }),
  });
  await expect
    .poll(async () => (await asked()).shown)
    .toEqual([{ title, body, data: '/patient/process', icon: '/icon-192.png', tag: 'news', renotify: true }]);

  const press = (path: string) =>
    worker.evaluate((data) => {
      const { asked: noted, ExtendableEvent } = self as unknown as Scope;
      const notification = { data, close: () => (noted.closed += 1) };
      self.dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification }));
    }, path);
  // The open page stays where it is; one that is there already is shown.
  await press('/patient/process');
  await expect.poll(async () => (await asked()).opened).toEqual(['/patient/process']);
  await press('/patient/settings');
  await expect.poll(async () => (await asked()).focused).toEqual(['/patient/settings']);
  expect(await asked()).toMatchObject({ opened: ['/patient/process'], closed: 2 });
  await expect(page).toHaveURL('/patient/settings');
});
