import type { Locale } from '@konsil/contracts/first-codes';
import { fhirJson, isFhirPath } from '@konsil/contracts/fhir-paths';
import type { ProblemBody, ProblemCode } from '@konsil/contracts/problem';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { fill, inEachLanguage } from '../locale-texts.ts';
import { problemLocale } from './accepted-locale.ts';
import { outcomeOf, type FhirRefusal } from './operation-outcome.ts';
import { servedMethods } from './served-methods.ts';
import { httpTexts } from './texts.ts';
import { fieldMessage, isFieldCode, problemTitle, type FieldCode } from './words.ts';

/** An invalid field, by path and message key. */
export interface FieldFault {
  path: string;
  code: FieldCode;
}

/** The status of each problem. */
export const problemStatuses: Record<ProblemCode, number> = {
  unreadable: 400,
  unauthorized: 401,
  login_failed: 401,
  second_factor_required: 401,
  csrf: 403,
  cross_site: 403,
  registration_incomplete: 403,
  other_device: 403,
  provider_required: 403,
  consent_withdrawn: 403,
  proof_needed: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  email_taken: 409,
  no_new_documents: 409,
  version_conflict: 409,
  already_read: 409,
  not_allowed_now: 409,
  pool_taken: 409,
  doctor_unavailable: 409,
  erasure_planned: 409,
  too_large: 413,
  unsupported_type: 415,
  invalid: 422,
  wrong_code: 422,
  passkey_refused: 422,
  wrong_passcode: 401,
  link_expired: 422,
  infected: 422,
  too_many: 429,
  quota: 413,
  clinic_quota: 413,
  internal: 500,
  draft_damaged: 500,
  unavailable: 503,
};

interface ProblemDetails {
  errors?: readonly FieldFault[];
  /** The newer state, on a version conflict; who was quicker, on `pool_taken`; the revision, on `draft_damaged`. */
  current?: unknown;
  /** A sentence about this occurrence. */
  detail?: FieldCode;
  /** Seconds until a retry makes sense. */
  retryAfter?: number;
  /** Passcodes that may still be tried. */
  remainingAttempts?: number;
  /** The code reported instead, if the actual one would reveal too much. */
  saidAs?: ProblemCode;
  /** The form of the problem for FHIR clients. */
  fhir?: FhirRefusal;
}

/** A refusal reported to the caller (RFC 9457); any other error becomes `internal`. */
export class Problem extends Error {
  readonly status: number;
  /** Commits the transaction nevertheless, e.g. to keep a counted attempt. */
  keepsWork = false;
  constructor(
    readonly code: ProblemCode,
    readonly details: ProblemDetails = {},
  ) {
    super(code);
    this.status = problemStatuses[code];
  }
}

/** A refusal that keeps what was written. */
export const keepingWork = (problem: Problem): Problem => Object.assign(problem, { keepsWork: true });

/** Invalid fields, each by path and message key. */
export const invalid = (...errors: FieldFault[]): Problem => new Problem('invalid', { errors });

/** A backend client's token that lacks a scope. */
export const insufficientScope = (scope: string): Problem =>
  new Problem('invalid', {
    fhir: {
      status: 403,
      issue: 'forbidden',
      text: inEachLanguage((locale) => fill(httpTexts[locale].missingScope, { scope })),
    },
  });

interface Issue {
  readonly path: PropertyKey[];
  readonly message: string;
}
/** The first error per field of a failed zod check; messages that are no keys of ours become `invalid`. */
export const invalidFields = (issues: readonly Issue[]): Problem => {
  const first = new Map<string, FieldCode>();
  for (const issue of issues) {
    const path = issue.path.map(String).join('.');
    if (!first.has(path)) first.set(path, isFieldCode(issue.message) ? issue.message : 'invalid');
  }
  return invalid(...[...first].map(([path, code]) => ({ path, code })));
};

/** The URL that explains problems; below /api, so that every portal's origin serves it. */
export const problemsPath = '/api/problems';

/** The body of an error response, in one language. */
export const problemBody = ({ code, status, details }: Problem, locale: Locale): ProblemBody => ({
  type: `${problemsPath}#${code}`,
  title: problemTitle(details.saidAs ?? code, locale),
  status,
  code,
  ...(details.detail ? { detail: fieldMessage(details.detail, locale) } : {}),
  ...(details.errors
    ? { errors: details.errors.map((error) => ({ ...error, message: fieldMessage(error.code, locale) })) }
    : {}),
  ...('current' in details ? { current: details.current } : {}),
  ...(details.remainingAttempts === undefined ? {} : { remainingAttempts: details.remainingAttempts }),
});

/** Sets `Retry-After` if the problem has it: whole seconds, at least one. */
export const setRetryAfter = (reply: FastifyReply, { details: { retryAfter } }: Problem): void => {
  if (retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfter)));
};

/** Sends a problem in the language of the request: type, status, `Retry-After`, no caching. */
export const sendProblem = (reply: FastifyReply, problem: Problem, more: object = {}): FastifyReply => {
  const locale = problemLocale(reply.request.headers);
  setRetryAfter(reply, problem);
  reply.removeHeader('set-cookie');
  if (isFhirPath(reply.request.url.split('?')[0] ?? '')) {
    const { status, resource } = outcomeOf(problem, locale);
    if (status === 401) reply.header('www-authenticate', 'Bearer');
    return reply
      .status(status)
      .header('cache-control', 'no-store')
      .header('content-language', locale)
      .type(`${fhirJson}; charset=utf-8`)
      .send(JSON.stringify(resource));
  }
  return reply
    .status(problem.status)
    .header('cache-control', 'no-store')
    .header('content-language', locale)
    .type('application/problem+json')
    .send(JSON.stringify({ ...problemBody(problem, locale), ...more }));
};

// Connection lost, server shutting down, too many connections, disk full, timeouts of a lock, statement, transaction or
// idle session, a primary that became read-only; temporary DNS failures.
const outage =
  /^(08...|25P0[34]|57P0[1-5]|53...|57014|55P03|25006|40001|40P01|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|STORAGE_AWAY|MACHINE_BUSY)$/;
interface Cause {
  code?: unknown;
  message?: unknown;
  cause?: unknown;
}
/** An error and the chain of its causes. */
const causes = (error: unknown): Cause[] => {
  const chain: Cause[] = [];
  for (let at = error; typeof at === 'object' && at !== null && chain.length < 5; at = (at as Cause).cause)
    chain.push(at as Cause);
  return chain;
};
/** True if the database is unreachable or overloaded. */
export const isOutage = (error: unknown): boolean =>
  causes(error).some(
    (cause) =>
      (typeof cause.code === 'string' && outage.test(cause.code)) ||
      /Connection terminated|^timeout expired$|timeout exceeded when trying to connect|Client has encountered a connection error/i.test(
        String(cause.message),
      ),
  );

/** True if the database aborted a transaction to resolve a deadlock. */
export const isDeadlock = (error: unknown): boolean => causes(error).some(({ code }) => code === '40P01');

/** True if a unique constraint was violated; the transaction is over then. */
export const violatesUnique = (error: unknown): boolean => causes(error).some(({ code }) => code === '23505');

/** True if PostgreSQL refused a value (class 22): the caller's fault, not ours. */
const isUnstorable = (error: unknown): boolean =>
  causes(error).some(({ code }) => typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code));

const byFastifyCode: Record<string, ProblemCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_REQ_FILE_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'unreadable',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'unreadable',
  FST_ERR_CTP_INVALID_JSON_BODY: 'unreadable',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_type',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};
/** Converts any error into a problem. */
export const problemOf = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code && byFastifyCode[code]) return new Problem(byFastifyCode[code]);
  if (isOutage(error)) return new Problem('unavailable', { retryAfter: 2 });
  if (isUnstorable(error)) return new Problem('invalid', { errors: [] });
  if (statusCode === 413) return new Problem('too_large');
  if (statusCode && statusCode >= 400 && statusCode < 500) return new Problem('unreadable');
  return new Problem('internal');
};

/** Sends every refusal as problem+json, without stack, SQL or path. */
export const answerWithProblems = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error);
    if (problem.code === 'internal') request.log.error({ route: request.routeOptions.url, failure: error }, 'failed');
    return sendProblem(reply, problem);
  });
  const methodsOf = servedMethods(app);
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(request.url);
    // RFC 9110 section 15.5.6: lists the allowed methods.
    return methods.length > 0
      ? sendProblem(reply.header('allow', methods.join(', ')), new Problem('method_not_allowed'))
      : sendProblem(reply, new Problem('not_found'));
  });
};
