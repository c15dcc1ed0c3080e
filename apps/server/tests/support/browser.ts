import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

/** A minimal browser with cookies and fetch metadata: Set-Cookie is sent with the next request. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();

  constructor(
    readonly app: FastifyInstance,
    readonly origin = 'http://localhost:4200',
  ) {}

  async call(
    method: NonNullable<InjectOptions['method']>,
    url: string,
    options: { headers?: Record<string, string>; form?: Record<string, string>; json?: unknown } = {},
  ): Promise<LightMyRequestResponse> {
    const { headers = {}, form, json } = options;
    const answer = await this.app.inject({
      method,
      url,
      headers: {
        host: new URL(this.origin).host,
        'sec-fetch-site': 'same-origin',
        'sec-fetch-mode': 'cors',
        ...(method === 'GET' ? {} : { origin: this.origin }),
        ...(this.cookies.size > 0
          ? { cookie: [...this.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ') }
          : {}),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...headers,
      },
      ...(form
        ? { payload: new URLSearchParams(form).toString() }
        : json === undefined
          ? {}
          : { payload: json as object }),
    });
    for (const cookie of answer.cookies) {
      if (cookie.expires && cookie.expires.getTime() <= Date.now()) this.cookies.delete(cookie.name);
      else this.cookies.set(cookie.name, cookie.value);
    }
    return answer;
  }
  get = (url: string, headers?: Record<string, string>) => this.call('GET', url, headers ? { headers } : {});
  /** A form of the session protocol, with its CSRF token. */
  async form(url: string, fields: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    const { csrfToken } = (await this.get('/api/auth/csrf')).json<{ csrfToken: string }>();
    return this.call('POST', url, { form: { csrfToken, json: 'true', ...fields } });
  }
  /** An API request with the headers that the portal derives from its two cookies. */
  product(method: NonNullable<InjectOptions['method']>, url: string, json?: unknown): Promise<LightMyRequestResponse> {
    return this.call(method, url, {
      json,
      headers: {
        authorization: `Token ${this.cookies.get('authorization') ?? ''}`,
        'x-csrftoken': this.cookies.get('csrftoken') ?? '',
      },
    });
  }
  signIn = (email: string, password: string, fields: Record<string, string> = {}) =>
    this.form('/api/auth/callback/credentials', { email, password, ...fields });
  session = async () =>
    (await this.get('/api/auth/session')).json<{
      user?: { email: string; user_patient_id: string; locale: string };
      expires?: string;
    }>();
}
