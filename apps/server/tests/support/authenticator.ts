import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

const head = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
};
const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])]);
};
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest();
const base64url = (bytes: Buffer) => bytes.toString('base64url');

const userPresent = 0x01;
const userVerified = 0x04;
const withCredential = 0x40;

export interface Ceremony {
  challenge: string;
  origin: string;
  /** Default: the host of the origin. */
  rpId?: string;
  userVerification?: boolean;
}

/** A software authenticator with one passkey (WebAuthn level 3, ES256), for requests as a browser would send them. */
export class TestAuthenticator {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly id = randomBytes(20);
  counter = 0;
  userHandle = '';

  private clientData(type: 'webauthn.create' | 'webauthn.get', { challenge, origin }: Ceremony): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  private authData({ origin, rpId, userVerification = true }: Ceremony, flags = 0, more = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const verified = userVerification ? userVerified : 0;
    return Buffer.concat([
      sha256(rpId ?? new URL(origin).hostname),
      Buffer.from([userPresent | verified | flags]),
      counter,
      more,
    ]);
  }

  private credential() {
    return { id: base64url(this.id), rawId: base64url(this.id), type: 'public-key', clientExtensionResults: {} };
  }

  /** The response to `navigator.credentials.create`. */
  create(ceremony: Ceremony) {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const publicKey = cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const length = Buffer.from([0, this.id.length]);
    const authData = this.authData(
      ceremony,
      withCredential,
      Buffer.concat([Buffer.alloc(16), length, this.id, publicKey]),
    );
    const attestationObject = cbor(
      new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    return {
      ...this.credential(),
      response: {
        clientDataJSON: base64url(this.clientData('webauthn.create', ceremony)),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      },
    };
  }

  /** The response to `navigator.credentials.get`. */
  get(ceremony: Ceremony) {
    const authenticatorData = this.authData(ceremony);
    const clientDataJSON = this.clientData('webauthn.get', ceremony);
    const signature = createSign('sha256')
      .update(Buffer.concat([authenticatorData, sha256(clientDataJSON)]))
      .sign(this.keys.privateKey);
    return {
      ...this.credential(),
      response: {
        clientDataJSON: base64url(clientDataJSON),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
        userHandle: base64url(Buffer.from(this.userHandle)),
      },
    };
  }
}
