// A page of a portal in jsdom with the real next-auth client on it, unchanged. Beyond the lint: the server itself may not know React.
const { CookieJar, JSDOM, VirtualConsole } = require('jsdom');

/** Opens a page at `origin`; its calls go to the listening server with this page's cookies. Only one can be open at a time. */
exports.openNextAuthPage = async (origin) => {
  const jar = new CookieJar();
  const visited = [];
  const { window } = new JSDOM('<!doctype html><div id="root"></div>', {
    url: `${origin}/patient`,
    cookieJar: jar,
    virtualConsole: new VirtualConsole(),
    pretendToBeVisual: true,
  });
  const reported = [];
  const fetchAsPage = async (url, init = {}) => {
    const address = new URL(url, window.location.href).href;
    visited.push(`${(init.method ?? 'GET').toUpperCase()} ${new URL(address).pathname}`);
    const response = await fetch(address, {
      ...init,
      headers: {
        ...init.headers,
        cookie: await jar.getCookieString(address),
        'sec-fetch-site': 'same-origin',
        ...(init.method ? { origin } : {}),
      },
    });
    for (const cookie of response.headers.getSetCookie()) await jar.setCookie(cookie, address);
    const { status, headers } = response;
    // Whole, so that the client waits for nothing more once a call is over.
    return new Response([204, 304].includes(status) ? null : await response.arrayBuffer(), { status, headers });
  };
  const underWay = new Set();
  const fetchAndTell = (url, init) => {
    const call = fetchAsPage(url, init);
    underWay.add(call);
    const over = () => underWay.delete(call);
    call.then(over, over);
    return call;
  };
  window.navigator.sendBeacon = (url, body) => {
    reported.push(String(body));
    void fetchAsPage(url, { method: 'POST', body });
    return true;
  };

  const before = {
    fetch,
    window: globalThis.window,
    document: globalThis.document,
    localStorage: globalThis.localStorage,
  };
  const networkFetch = fetch;
  Object.assign(globalThis, {
    window,
    document: window.document,
    localStorage: window.localStorage,
    IS_REACT_ACT_ENVIRONMENT: true,
  });
  Object.defineProperty(globalThis, 'navigator', { value: window.navigator, configurable: true });
  globalThis.fetch = (url, init) => (String(url).startsWith('/') ? fetchAndTell(url, init) : networkFetch(url, init));

  const React = require('react');
  const { createRoot } = require('react-dom/client');
  const client = require('next-auth/react');
  const root = createRoot(window.document.getElementById('root'));
  let shown = {};
  const Show = () => {
    shown = client.useSession();
    return null;
  };
  /** Does something, and waits until the page has heard the answers to all it asked because of that. */
  const settle = (work) =>
    React.act(async () => {
      const outcome = await work();
      while (underWay.size > 0) {
        await Promise.allSettled(underWay);
        await new Promise(setImmediate);
      }
      return outcome;
    });

  return {
    client,
    visited,
    reported,
    cookies: () => window.document.cookie,
    /** Shows a page with a session on it. */
    show: (options = {}) =>
      settle(async () => root.render(React.createElement(client.SessionProvider, options, React.createElement(Show)))),
    session: () => shown,
    settle,
    /** What the browser does when a tab comes to the front. */
    becomeVisible: () => settle(async () => void window.document.dispatchEvent(new window.Event('visibilitychange'))),
    /** What another tab's message does. */
    hear: (message) =>
      settle(
        async () =>
          void window.dispatchEvent(
            new window.StorageEvent('storage', { key: 'nextauth.message', newValue: JSON.stringify(message) }),
          ),
      ),
    close: async () => {
      await settle(async () => root.unmount());
      window.close();
      Object.assign(globalThis, before, { IS_REACT_ACT_ENVIRONMENT: false });
      delete globalThis.navigator;
    },
  };
};
