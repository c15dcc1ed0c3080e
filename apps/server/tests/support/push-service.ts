import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify, type JWTPayload } from 'jose';

const derived = (key: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** Decrypts a message as a browser does (RFC 8291, section 3; RFC 8188, section 2). */
export const decryptPush = (body: Buffer, { d, auth }: { d: Buffer; auth: Buffer }): string => {
  const salt = body.subarray(0, 16);
  const length = body.readUInt8(20);
  const theirs = body.subarray(21, 21 + length);
  const record = body.subarray(21 + length);
  expect(record.length).toBeLessThanOrEqual(body.readUInt32BE(16));
  const own = createECDH('prime256v1');
  own.setPrivateKey(d);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), theirs]);
  const secret = derived(own.computeSecret(theirs), auth, info, 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derived(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    derived(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
  );
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  expect(padded[end]).toBe(2);
  return padded.subarray(0, end).toString();
};

/** A browser's subscription with keys of its own. */
export class Subscription {
  private readonly pair = createECDH('prime256v1');
  private readonly auth = randomBytes(16);
  readonly p256dh: string;

  constructor(readonly endpoint: string) {
    this.p256dh = this.pair.generateKeys('base64url');
  }
  keys = () => ({ endpoint: this.endpoint, p256dh: this.p256dh, auth: this.auth.toString('base64url') });
  open = (body: Buffer) => decryptPush(body, { d: this.pair.getPrivateKey(), auth: this.auth });
}

interface Arrived {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
type Answer = (response: ServerResponse) => void;

/** A push service on this machine: keeps what arrives, and responds as the test says. */
export class PushService {
  readonly arrived: Arrived[] = [];
  answer: Answer = (response) => response.writeHead(201).end();
  private readonly server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      this.arrived.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(pieces) });
      this.answer(response);
    });
  });

  start = () => new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  close = () => {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  };
  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
  subscription = (name: string) => new Subscription(`${this.origin}/send/${name}`);
}

/** The claims of a message's sender, checked with the key that it names (RFC 8292). */
export const senderOf = async (
  { headers }: Pick<Arrived, 'headers'>,
  at: Date,
): Promise<JWTPayload & { key: string }> => {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]{87})$/.exec(headers.authorization ?? '') ?? [];
  const point = Buffer.from(key, 'base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: point.toString('base64url', 1, 33), y: point.toString('base64url', 33) };
  const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), {
    algorithms: ['ES256'],
    typ: 'JWT',
    currentDate: at,
  });
  return { ...payload, key };
};
