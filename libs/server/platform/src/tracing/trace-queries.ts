import type { ClientBase } from 'pg';
import { isTraced, openSpan, type SpanAttributes } from './tracing.ts';

const longestText = 2000;

/** A statement without its values: texts and numbers in it become question marks, parameters stay `$1`. */
export const withoutValues = (text: string): string =>
  text
    .replace(/\$(\w*)\$.*?\$\1\$/gs, '?')
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/(?<![\w$."])\d+(?:\.\d+)?\b/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestText);

/** Operation and table of a statement, such as `select documents`. */
const summaryOf = (text: string): { operation: string; summary: string } => {
  const operation = /^\W*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'query';
  const table = /\b(?:from|into|update)\s+"?(\w+)"?/i.exec(text)?.[1];
  return { operation, summary: table ? `${operation} ${table}` : operation };
};

const attributesOf = (what: unknown): { name: string; attributes: SpanAttributes } | null => {
  const text = typeof what === 'string' ? what : (what as { text?: unknown } | null)?.text;
  if (typeof text !== 'string') return null;
  const plain = withoutValues(text);
  const { operation, summary } = summaryOf(plain);
  return {
    name: summary,
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': plain },
  };
};

type Done = (error: Error | null | undefined, result: unknown) => void;

/** Makes a span of each statement that belongs to a request, an e-mail or SMS, or a duty. */
export const traceQueries = (client: ClientBase): void => {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    const described = isTraced() ? attributesOf(given[0]) : null;
    const span = described && openSpan(described.name, 'client', described.attributes);
    if (!span) return query(...given);
    const last = given.at(-1);
    if (typeof last === 'function') {
      const done = last as Done;
      return query(...given.slice(0, -1), ((error, result) => {
        span.end({}, error ?? undefined);
        done(error, result);
      }) satisfies Done);
    }
    const running = query(...given);
    if (running instanceof Promise)
      running.then(
        () => span.end(),
        (failure: unknown) => span.end({}, failure),
      );
    else span.end();
    return running;
  }) as ClientBase['query'];
};
