// The service worker of a portal. It answers two things and lets everything else pass untouched, the calls of the API first of all:
// a page that cannot be fetched with one that says what still works, and the portal's own built files once it has put them aside.
const { cacheName, page, policy, files } = __BUILD__;
const kept = new Set(files);

/** Puts files aside one after the other: nobody waits for these, and an open page may need the line. */
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

/** A new version takes over when the last page of the old one is closed: until then that one needs its own files. */
const takeOver = async () => {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
};

// The typeface of the page without a connection.
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
