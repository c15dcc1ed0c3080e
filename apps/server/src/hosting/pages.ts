import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { accountKinds, roles } from '@konsil/contracts/codes';
import { localeCookie, localeOf, type Locale } from '@konsil/contracts/first-codes';
import { configPlaceholder, portalPlaceholders, type PortalConfig } from '@konsil/contracts/portal-config';
import { acceptedLocale } from '@konsil/server-platform/http/accepted-locale';
import { cookiesIn } from '@konsil/server-platform/http/cookie-header';

/** A page split at its nonce placeholders. */
export type PageParts = readonly string[];
export type PageFor = (
  path: string,
  query: Readonly<Record<string, unknown>>,
  headers: IncomingHttpHeaders,
) => PageParts;

const noncePlace = '__CSP_NONCE__';
const isSignedInPage = (path: string): boolean =>
  (accountKinds as readonly string[]).includes(path.split('/')[0] ?? '');
const ids = /(?<=\/)[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?=\/|$)/g;
/** `patient/process/0198f1a0-…` becomes `patient.process._`; a path with a dot would be taken for another. */
const nameOf = (path: string): string | undefined =>
  path.includes('.') || path === 'index' ? undefined : path.replaceAll(ids, '_').replaceAll('/', '.') || 'index';
const cookieOf = (headers: IncomingHttpHeaders, name: string): string | undefined =>
  cookiesIn(headers.cookie).find((cookie) => cookie.name === name)?.value;

const chosenVariety = (query: Readonly<Record<string, unknown>>, headers: IncomingHttpHeaders): unknown =>
  [query['lang'], cookieOf(headers, localeCookie)].find(localeOf);

/** Like the page itself (libs/i18n): language of the link, stored choice, browser language, German. */
export const localeFor = (query: Readonly<Record<string, unknown>>, headers: IncomingHttpHeaders): Locale =>
  localeOf(chosenVariety(query, headers)) ?? acceptedLocale(headers['accept-language']) ?? 'de';

/** The CSP hashes of the inline scripts in a built portal's pages (CSP 3, `sha256-…`). */
export const inlineScripts = (folder: string): string[] => {
  const pages = readdirSync(folder)
    .filter((file) => file.endsWith('.html'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
  const scripts = pages.flatMap((page) =>
    [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = '']) => script),
  );
  return [...new Set(scripts)].map((script) => `sha256-${createHash('sha256').update(script).digest('base64')}`);
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * The pages of a built portal. `login.de.html` is the German `/login` for signed-out visitors without query parameters,
 * `doctor.de.html` is `/doctor` for signed-in ones, `patient.process._.de.html` any case of theirs; `index.html` is
 * rendered in the browser and used for everything else.
 */
export const readPages = (folder: string, config: Partial<PortalConfig>): PageFor => {
  const read = (file: string): PageParts => {
    const text = readFileSync(join(folder, file), 'utf8');
    const filled = roles.reduce(
      (page, role) => page.replaceAll(portalPlaceholders[role], escaped(config.portals?.[role] ?? '')),
      text,
    );
    return filled.replace(configPlaceholder, () => escaped(JSON.stringify(config))).split(noncePlace);
  };
  const shell = read('index.html');
  const prerendered = new Map(
    readdirSync(folder)
      .filter((file) => /\.[a-z]{2}\.html$/.test(file))
      .map((file) => [file, read(file)]),
  );

  return (path, query, headers) => {
    // Prerendered pages lack the banner.
    if (config.quiet) return shell;
    const signedIn = cookieOf(headers, 'authorization') !== undefined;
    const inside = isSignedInPage(path);
    const asked = Object.keys(query).some((name) => name !== 'lang');
    if (signedIn !== inside || (asked && !inside)) return shell;
    const locale = localeFor(query, headers);
    // Simple language is rendered in the browser.
    if ((chosenVariety(query, headers) ?? locale) !== locale) return shell;
    return prerendered.get(`${nameOf(path) ?? ''}.${locale}.html`) ?? shell;
  };
};
