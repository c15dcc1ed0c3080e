// A portal page in jsdom with the real, unmodified next-auth client. Outside the lint rules, because the server must
// not import React.
const { CookieJar, JSDOM, VirtualConsole } = require('jsdom');

/**
 * Opens a page at `origin`; its requests go to the listening server with this page's cookies. Only one can be open at a
 * time.
 */
exports.openNextAuthPage = async (origin) => {
  const jar = new CookieJar();
  const visited = [];
  const answers = [];
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
    // Buffered, so that nothing is pending after a request.
    const body = [204, 304].includes(status) ? null : await response.text();
    answers.push(body);
    return new Response(body, { status, headers });
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
  /** Runs an action, and waits for the responses to all requests it caused. */
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
    answers,
    /** Opens an address as a link from another site does. Returns where it leads. */
    arrive: async (address) => {
      const response = await fetchAsPage(address, {
        redirect: 'manual',
        headers: { 'sec-fetch-mode': 'navigate' },
      });
      return response.headers.get('location');
    },
    reported,
    cookies: () => window.document.cookie,
    /** Renders a page with a session. */
    show: (options = {}) =>
      settle(async () => root.render(React.createElement(client.SessionProvider, options, React.createElement(Show)))),
    session: () => shown,
    settle,
    /** Simulates that the tab becomes visible. */
    becomeVisible: () => settle(async () => void window.document.dispatchEvent(new window.Event('visibilitychange'))),
    /** Simulates a message from another tab. */
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
