import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** Escaped HTML. */
export interface Html {
  readonly html: string;
}
type Part = string | number | Html | readonly Part[];

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const render = (part: Part): string => {
  if (typeof part === 'object') return 'html' in part ? part.html : part.map(render).join('');
  return String(part).replace(/[&<>"']/g, (char) => escapes[char] ?? '');
};
/** A template that escapes its values. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html => ({
  html: texts.map((text, index) => text + (index < parts.length ? render(parts[index] ?? '') : '')).join(''),
});

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
  article, details { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: .75rem 0; }
  summary { cursor: pointer; } pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0 0; }
  code, pre { font: .875rem/1.5 ui-monospace, monospace; } small { opacity: .8; }
`;

/** A simple page of the server: without scripts, styles by nonce. Sets its headers. */
export const pageFor = (reply: FastifyReply, title: string, body: Html): string => {
  const nonce = randomBytes(16).toString('base64');
  reply
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    )
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8');
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style nonce="${nonce}">${{ html: style }}</style></head>
<body><h1>${title}</h1>${body}</body>
</html>
`.html;
};
export const sendPage = (reply: FastifyReply, title: string, body: Html): FastifyReply =>
  reply.send(pageFor(reply, title, body));
