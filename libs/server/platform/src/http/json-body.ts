import type { FastifyInstance } from 'fastify';
import { invalid, Problem, type FieldFault } from './problems.ts';

const deepest = 40;

/** True if brackets outside of strings nest too deeply; scans the text only, so that no depth can hurt. */
const isTooDeep = (text: string): boolean => {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (inText) {
      if (char === '\\') at += 1;
      else if (char === '"') inText = false;
    } else if (char === '"') inText = true;
    else if (char === '{' || char === '[') {
      depth += 1;
      if (depth > deepest) return true;
    } else if (char === '}' || char === ']') depth -= 1;
  }
  return false;
};

// PostgreSQL cannot store NUL, which may come with pasted text.
const nul = /(?<!\\)(?:\\\\)*\\u0000/;

/** The paths of fields with a NUL in their text or name. */
const fieldsWithNul = (value: unknown, path = ''): FieldFault[] => {
  if (typeof value === 'string') return value.includes('\0') ? [{ path, code: 'invalid' }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name.includes('\0') ? [{ path, code: 'invalid' }] : fieldsWithNul(part, path ? `${path}.${name}` : name),
  );
};

/** Accepts only JSON bodies, unless a module adds others: forms of foreign pages get 415. */
export const acceptJsonOnly = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  acceptJsonAs(app, 'application/json');
};

/** Accepts JSON under a media type. */
export const acceptJsonAs = (app: FastifyInstance, mediaType: string): void => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(mediaType, { parseAs: 'string' }, (request, text, done) => {
    if (text.length === 0) return done(null, undefined);
    if (isTooDeep(String(text))) return done(new Problem('unreadable'));
    return parse(request, String(text), (error: Error | null, body?: unknown) =>
      done(error ?? (nul.test(String(text)) ? invalid(...fieldsWithNul(body)) : null), body),
    );
  });
};
