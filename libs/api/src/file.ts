import type { RouteContract } from '@konsil/contracts/route';
import { addressFor, throwProblem } from './ask.ts';
import { authHeaders } from './cookies.ts';
import { credentials } from './origin.ts';
import { networkProblem, ProblemError } from './problem.ts';

/** Fetches a file that needs the session's headers. Throws a `ProblemError`. */
export async function fetchFile(
  route: RouteContract,
  params: Record<string, string>,
  query?: Record<string, string>,
  body?: unknown,
): Promise<Blob> {
  const lost = (): never => {
    throw new ProblemError(networkProblem);
  };
  const response = await fetch(addressFor(route, { params, ...(query && { query }) }), {
    method: route.method,
    credentials: credentials(),
    headers: { ...authHeaders(), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(lost);
  if (!response.ok)
    return throwProblem(response.status, await response.json().catch(() => null), response.headers.get('retry-after'));
  return response.blob().catch(lost);
}

/** Saves a fetched file to disk. */
export const saveFile = (file: Blob, name: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Some browsers start reading only after a while.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};
