// @bundle route
import type { PushSubscriptionKeys } from '@konsil/contracts/push';

/** The reason why this browser shows no notifications, or null. `iphone`: it is not the installed app. */
export type Obstacle = 'unsupported' | 'iphone' | 'blocked' | null;

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
// An iPad calls itself a Mac; no Mac has a touch screen.
const isIphone = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

export const obstacleHere = (): Obstacle => {
  if (!isSupported()) return isIphone() ? 'iphone' : 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : null;
};

/** The subscription of this browser, of any account; null if there is none. */
export const currentSubscription = async (): Promise<PushSubscription | null> => {
  if (!isSupported()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
};

/**
 * Asks for the permission and subscribes. Call it in a click handler, or the browser shows no prompt.
 * @param key the server's key for push services
 * @returns null without the permission
 */
export const subscribe = async (key: string): Promise<PushSubscriptionKeys | null> => {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  // Without a registration, e.g. after a failed download, `ready` would never settle.
  if (!(await navigator.serviceWorker.getRegistration())) throw new Error('There is no service worker.');
  const { pushManager } = await navigator.serviceWorker.ready;
  // It may belong to another account or an earlier key; its address must not serve two.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { p256dh = '', auth = '' } = made.toJSON().keys ?? {};
  return { endpoint: made.endpoint, p256dh, auth };
};
