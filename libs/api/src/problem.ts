import { problemCodes } from '@konsil/contracts/problem-codes';
import type { ProblemCode } from '@konsil/contracts/problem-codes';
import type { FieldError, ProblemBody } from '@konsil/contracts/problem';

/**
 * The reason why a request failed. `network`: no response, `status` is 0. `no_cookies`: the browser does not store the sign-in's
 * cookies.
 */
export interface ApiProblem {
  status: number;
  code: ProblemCode | 'network' | 'no_cookies';
  errors: FieldError[];
  /** The newer state, on a version conflict. */
  current?: unknown;
  /** Seconds until a retry makes sense. */
  retryAfter?: number;
  /** Passcodes that may still be tried. */
  remainingAttempts?: number;
  /** The identity provider that the clinic requires. */
  provider?: string;
}

/** Thrown by requests outside RTK Query. */
export class ProblemError extends Error {
  constructor(readonly problem: ApiProblem) {
    super(problem.code);
  }
}

const byStatus: Record<number, ProblemCode> = {
  400: 'unreadable',
  401: 'unauthorized',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_type',
  429: 'too_many',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

const isCode = (code: unknown): code is ProblemCode => (problemCodes as readonly unknown[]).includes(code);

/** The problem of an error response; a proxy's own error page is mapped by its status. */
export const problemOfAnswer = (status: number, body: unknown, retryAfter: string | null): ApiProblem => {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Partial<ProblemBody>;
  return {
    status,
    code: isCode(given.code) ? given.code : (byStatus[status] ?? 'internal'),
    errors: Array.isArray(given.errors) ? given.errors : [],
    ...(given.remainingAttempts !== undefined && { remainingAttempts: given.remainingAttempts }),
    ...('current' in given && { current: given.current }),
    ...(retryAfter !== null && Number.isFinite(Number(retryAfter)) && { retryAfter: Number(retryAfter) }),
  };
};

/** True if a query failed because the resource does not exist or is not accessible (any more). */
export const isGone = (error: unknown): boolean => error !== undefined && problemOf(error).code === 'not_found';

export const networkProblem: ApiProblem = { status: 0, code: 'network', errors: [] };

const isProblem = (error: unknown): error is ApiProblem =>
  typeof error === 'object' && error !== null && 'code' in error && 'status' in error && 'errors' in error;

/** The problem of any thrown error; unknown ones count as our fault. */
export const problemOf = (error: unknown): ApiProblem => {
  if (error instanceof ProblemError) return error.problem;
  if (isProblem(error)) return error;
  console.error(error);
  return { status: 0, code: 'internal', errors: [] };
};
