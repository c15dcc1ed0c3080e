import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A browser at the provider: cookies, and redirects until one leaves the provider. */
class ProviderBrowser {
  private readonly cookies = new Map<string, string>();
  constructor(private readonly issuer: string) {}

  async open(url: string, form?: Record<string, string>): Promise<{ left: string | null; text: string }> {
    let [next, body] = [url, form && new URLSearchParams(form)];
    for (let hops = 0; hops < 10; hops += 1) {
      if (!next.startsWith(this.issuer)) return { left: next, text: '' };
      const response = await fetch(next, {
        method: body ? 'POST' : 'GET',
        redirect: 'manual',
        headers: { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(body && { body }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (value) this.cookies.set(name, value);
        else this.cookies.delete(name);
      }
      const location = response.headers.get('location');
      if (!location) return { left: null, text: await response.text() };
      next = new URL(location, this.issuer).href;
      body = undefined;
    }
    throw new Error('The provider redirects for ever.');
  }
}

/** `oidc-provider` in a process of its own. */
export class RealProvider {
  readonly clientId = 'konsil';
  readonly clientSecret = 'a secret of the test';
  private readonly browser: ProviderBrowser;
  private constructor(
    private readonly child: ChildProcess,
    readonly issuer: string,
  ) {
    this.browser = new ProviderBrowser(issuer);
  }

  static async start(redirectUri: string, logoutUri: string): Promise<RealProvider> {
    const child = spawn(process.execPath, [join(__dirname, 'real-provider.mjs'), redirectUri, logoutUri], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    const [issuer] = (await once(createInterface(child.stdout), 'line')) as [string];
    return new RealProvider(child, issuer);
  }
  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill();
    await ended;
  }

  /** Signs a person in at the page that the browser was sent to. Returns the path and query of the callback. */
  async signIn(page: string, email: string): Promise<string> {
    const { left } = await this.browser.open(`${page}&login_hint=${encodeURIComponent(email)}`);
    const { pathname, search } = new URL(left ?? this.issuer);
    return pathname + search;
  }

  /** The person signs out at the provider, which tells every client. */
  async signOut(): Promise<void> {
    const { text } = await this.browser.open(`${this.issuer}/session/end`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
    await this.browser.open(`${this.issuer}/session/end/confirm`, { xsrf, logout: 'yes' });
  }
}
