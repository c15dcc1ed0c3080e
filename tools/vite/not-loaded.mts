import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Reports in the page that one of its scripts did not load or run. Web servers allow it by its hash
 * (docs/deployment.md).
 */
export const notLoadedScript = async (): Promise<string> =>
  (await readFile(join(import.meta.dirname, 'not-loaded.js'), 'utf8')).trim();

// The page may have no styles by then.
const style = [
  '#not-loaded{display:none}',
  '[data-not-loaded] #not-loaded{display:block;position:sticky;inset-block-start:0;z-index:9;padding:.75rem 1rem;background:var(--color-warning-soft,Canvas);color:var(--color-on-warning-soft,CanvasText);border-block-end:2px solid;font:1rem/1.5 var(--font-family,system-ui,sans-serif)}',
  '#not-loaded p{display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:.5rem 1rem;margin:0}',
  '#not-loaded a{padding:.625rem 1rem;background:var(--color-action,Canvas);color:var(--color-on-action,LinkText);border:1px solid transparent;border-radius:var(--radius-control,.5rem);font-weight:600;text-decoration:none}',
].join('');

/**
 * Adds a notice to a page that its script did not load, by a lost connection or a new version, with a link to retry.
 * The script removes the notice on its first render (libs/portal-frame/src/start-portal.tsx,
 * apps/imaging-viewer/src/main.tsx).
 * @param notices the notice in each language of the page
 */
export const withNotLoaded = (page: string, notices: string[], script: string): string =>
  page
    .replace('<head>', () => `<head>\n    <script>${script}</script>`)
    .replace('</head>', () => `<style nonce="__CSP_NONCE__">${style}</style></head>`)
    .replace('<div id="root">', () => `<div id="not-loaded" role="alert">${notices.join('')}</div><div id="root">`);
