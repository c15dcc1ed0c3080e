// A portal's service worker. Responds to failed navigations with the offline page, and serves the portal's cached
// files; everything else, above all API requests, passes through.
const { cacheName, page, policy, files } = __BUILD__;
const kept = new Set(files);

/** Caches files one by one, with low priority, because an open page may need the connection. */
const keep = async (paths) => {
  const cache = await caches.open(cacheName);
  const there = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  for (const path of paths.filter((path) => !there.has(path))) {
    const answer = await fetch(path, { credentials: 'omit', priority: 'low' }).catch(() => undefined);
    if (answer?.ok) await cache.put(path, answer);
  }
};

const pageWithoutConnection = () =>
  new Response(page, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
    },
  });

const openPage = async ({ request, preloadResponse }) => {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return pageWithoutConnection();
  }
};

const keptOrFetched = async (request) => {
  const cache = await caches.open(cacheName);
  return (await cache.match(request, { ignoreVary: true })) ?? fetch(request);
};

/** A new version activates after the last page of the old one is closed, which needs its files until then. */
const takeOver = async () => {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
};

// The typeface of the offline page.
self.addEventListener('install', (event) => event.waitUntil(keep(files.filter((path) => path.endsWith('.woff2')))));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('message', (event) => event.waitUntil(keep(navigator.connection?.saveData ? [] : files)));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || /^\/(api|account)\//.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(openPage(event));
  else if (kept.has(pathname)) event.respondWith(keptOrFetched(request));
});

/** Opens the subject of a notification. An open page stays, because something may be typed there. */
const openPlace = async (path) => {
  const pages = await self.clients.matchAll({ type: 'window' });
  const there = pages.find(({ url }) => new URL(url).pathname === path);
  return there ? there.focus() : self.clients.openWindow(path);
};

// The message has fixed words and a path; a later one replaces it.
self.addEventListener('push', (event) => {
  const { title, body, path } = event.data.json();
  const shown = { body, data: path, icon: '/icon-192.png', tag: 'news', renotify: true };
  event.waitUntil(self.registration.showNotification(title, shown));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPlace(event.notification.data));
});
