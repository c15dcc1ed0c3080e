import { clientAlgorithms, clientAssertionType, type OauthError } from '@konsil/contracts/fhir-auth';
import { and, eq, isNull } from 'drizzle-orm';
import { consumeChallenge } from '@konsil/server-accounts/challenges';
import type { BackendClientRow } from '@konsil/server-domain/backend-clients/client-tokens';
import { backendClients } from '@konsil/server-domain/schema';
import { later, secondMs } from '@konsil/server-platform/clock';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { reasonOf } from '@konsil/server-platform/failure-reason';
import { Problem } from '@konsil/server-platform/http/problems';
import type { FastifyBaseLogger } from 'fastify';
import { decodeJwt, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';

const lifeSeconds = 300;
/** Between the clocks of two systems. */
const toleranceSeconds = 10;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const problemFor: Record<OauthError, ConstructorParameters<typeof Problem>[0]> = {
  invalid_request: 'unreadable',
  invalid_client: 'unauthorized',
  invalid_grant: 'unreadable',
  invalid_scope: 'unreadable',
  unsupported_grant_type: 'unreadable',
  unsupported_response_type: 'unreadable',
  temporarily_unavailable: 'unavailable',
};
/** A refusal as OAuth 2.0 tells it. `reason` is a code for the log. */
export class OauthFault extends Problem {
  constructor(
    readonly error: OauthError,
    readonly description: string,
    readonly reason: string = error,
    readonly client: { id: string } | null = null,
  ) {
    super(problemFor[error]);
  }
}

/** A client that signs in by a signed JWT: a backend client, or a confidential app. */
export type SigningClient = Pick<BackendClientRow, 'id' | 'jwks' | 'jwksUrl' | 'keysVersion'>;
/** A client that has shown who it is, once its assertion turns out to be unused. */
export interface Asserted<C extends SigningClient = SigningClient> {
  client: C;
  jti: string;
  expiresAt: Date;
}
interface Parts<C> {
  /** The client with an id that the assertion names. */
  find: (id: string) => Promise<C | undefined>;
  log: FastifyBaseLogger;
  keysOf: (client: SigningClient) => JWTVerifyGetKey;
  /** The token endpoint, which the assertion must be made for. */
  audience: string;
  now: Date;
}

export const backendClientById = async (db: Database, id: string): Promise<BackendClientRow | undefined> =>
  (
    await db
      .select()
      .from(backendClients)
      .where(and(eq(backendClients.id, id), isNull(backendClients.removedAt)))
  )[0];

/** The client that an assertion claims to be of, before it is verified. */
export const issuerOf = (assertion: string): string => {
  try {
    const { iss }: { iss?: unknown } = decodeJwt(assertion);
    return typeof iss === 'string' ? iss : '';
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return '';
    throw error;
  }
};

/**
 * Checks the signed JWT of a client (RFC 7523; SMART Backend Services): signature, algorithm, issuer, subject, audience, age.
 * @throws {OauthFault}
 */
export const checkAssertion = async <C extends SigningClient>(
  { find, log, keysOf, audience, now }: Parts<C>,
  form: { client_assertion_type?: string | undefined; client_assertion?: string | undefined },
): Promise<Asserted<C>> => {
  const { client_assertion: assertion } = form;
  if (form.client_assertion_type !== clientAssertionType || !assertion)
    throw new OauthFault('invalid_request', `client_assertion with the type ${clientAssertionType} is needed.`);
  const issuer = issuerOf(assertion);
  const client = uuid.test(issuer) ? await find(issuer) : undefined;
  if (!client) throw new OauthFault('invalid_client', 'The client is unknown.', 'unknown');
  const refuse = (description: string, reason: string) => new OauthFault('invalid_client', description, reason, client);
  try {
    const { payload } = await jwtVerify(assertion, keysOf(client), {
      algorithms: [...clientAlgorithms],
      issuer: client.id,
      subject: client.id,
      audience,
      requiredClaims: ['exp', 'jti'],
      currentDate: now,
      clockTolerance: toleranceSeconds,
    });
    const { exp = 0, jti, aud } = payload;
    if ([aud].flat().length !== 1) throw refuse('The assertion is for others, too.', 'audience');
    if (exp * secondMs > later(now, (lifeSeconds + toleranceSeconds) * secondMs).getTime())
      throw refuse('The assertion is valid for more than five minutes.', 'too_long');
    if (typeof jti !== 'string' || jti === '' || jti.length > 200)
      throw refuse('The assertion needs a jti of 1 to 200 characters.', 'jti');
    return { client, jti, expiresAt: new Date((exp + toleranceSeconds) * secondMs) };
  } catch (error) {
    if (error instanceof OauthFault) throw error;
    // An error of jose is about a claim, a signature or a key; any other means unusable or unreachable keys.
    const reason = error instanceof errors.JOSEError ? error.code : reasonOf(error);
    if (!(error instanceof errors.JOSEError))
      log.warn({ client: client.id, reason }, 'the keys of a client cannot be used');
    throw refuse(
      error instanceof errors.JWTExpired ? 'The assertion has expired.' : 'The assertion could not be verified.',
      error instanceof errors.JOSEError ? reason : 'keys',
    );
  }
};

/** Uses an assertion up. False if it was used before. */
export const consumeAssertion = (tx: Tx, { client, jti, expiresAt }: Asserted, now: Date): Promise<boolean> =>
  consumeChallenge(tx, Buffer.from(`client assertion ${client.id} ${jti}`).toString('base64url'), expiresAt, now);
