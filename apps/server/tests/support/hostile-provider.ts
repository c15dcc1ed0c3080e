import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTHeaderParameters } from 'jose';

type Claims = Record<string, unknown>;
interface Faults {
  /** Changes the claims of the ID token. */
  claims: (claims: Claims) => Claims;
  header: Partial<JWTHeaderParameters>;
  /** Signs with a key that is not in the provider's key set. */
  foreignKey: boolean;
  /** Replaces the whole ID token. */
  idToken: (token: string) => string;
  /** Answers an endpoint in place of the provider. */
  answer: Partial<Record<'discovery' | 'keys' | 'token' | 'userinfo', (response: ServerResponse) => void>>;
  userinfo: Claims;
  discovery: Claims;
}
interface Asked {
  redirect_uri: string;
  state: string;
  nonce: string;
  code_challenge: string;
  scope: string;
}

const bodyOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += String(piece);
  return new URLSearchParams(text);
};

/** An OpenID Connect provider that can be made to do anything wrong. */
export class HostileProvider {
  faults: Partial<Faults> = {};
  /** The person who signs in. */
  person: Claims = {};
  readonly calls: string[] = [];
  private readonly codes = new Map<string, Asked>();

  private constructor(
    private readonly server: Server,
    private readonly key: CryptoKey,
    private readonly foreignKey: CryptoKey,
    private readonly keys: object,
    readonly clientId: string,
    readonly clientSecret: string,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void this.respond(request, response));
  }

  static async start(): Promise<HostileProvider> {
    const [own, foreign] = [await generateKeyPair('ES256', { extractable: true }), await generateKeyPair('ES256')];
    const keys = { keys: [{ ...(await exportJWK(own.publicKey)), kid: 'one', use: 'sig', alg: 'ES256' }] };
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return new HostileProvider(
      server,
      own.privateKey,
      foreign.privateKey,
      keys,
      `client-${randomUUID()}`,
      randomUUID(),
    );
  }
  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  /** The person signs in at the page that the browser was sent to. Returns the path and query of the callback. */
  signIn(page: string, changes: Record<string, string | null> = {}): string {
    const asked = Object.fromEntries(new URL(page).searchParams) as unknown as Asked;
    const code = randomUUID();
    this.codes.set(code, asked);
    const answer = new URLSearchParams({ code, state: asked.state, iss: this.issuer });
    for (const [name, value] of Object.entries(changes))
      if (value === null) answer.delete(name);
      else answer.set(name, value);
    return `${new URL(asked.redirect_uri).pathname}?${answer}`;
  }

  sign(claims: Claims, header: Partial<JWTHeaderParameters> = {}, key = this.key): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'one', ...header }).sign(key);
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', this.issuer);
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const endpoint = { '/keys': 'keys', '/token': 'token', '/userinfo': 'userinfo' }[pathname] ?? 'discovery';
    this.calls.push(endpoint);
    const instead = this.faults.answer?.[endpoint as 'token'];
    if (instead) return instead(response);
    if (endpoint === 'keys') return void json(this.keys);
    if (endpoint === 'userinfo') return void json({ sub: this.person.sub, ...this.faults.userinfo });
    if (endpoint === 'token') return this.exchange(request, json);
    json({
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      userinfo_endpoint: `${this.issuer}/userinfo`,
      jwks_uri: `${this.issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      authorization_response_iss_parameter_supported: true,
      ...this.faults.discovery,
    });
  }

  private async exchange(request: IncomingMessage, json: (body: unknown, status?: number) => void): Promise<void> {
    const body = await bodyOf(request);
    const [, basic = ''] = (request.headers.authorization ?? '').split('Basic ');
    // RFC 6749 section 2.3.1: both parts are form-encoded.
    const client = Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent);
    if (client.join(':') !== `${this.clientId}:${this.clientSecret}`) return json({ error: 'invalid_client' }, 401);
    const asked = this.codes.get(body.get('code') ?? '');
    this.codes.delete(body.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    if (!asked || asked.redirect_uri !== body.get('redirect_uri') || challenge !== asked.code_challenge)
      return json({ error: 'invalid_grant' }, 400);
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: this.issuer,
      aud: this.clientId,
      iat: now,
      exp: now + 300,
      nonce: asked.nonce,
      ...this.person,
    };
    const { faults } = this;
    const token = await this.sign(
      faults.claims ? faults.claims(claims) : claims,
      faults.header,
      faults.foreignKey ? this.foreignKey : this.key,
    );
    json({
      access_token: randomUUID(),
      token_type: 'Bearer',
      id_token: faults.idToken ? faults.idToken(token) : token,
    });
  }
}
