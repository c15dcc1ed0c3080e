import { createHash } from 'node:crypto';
import { formatTags } from '@konsil/contracts/first-codes';
import { inEachLanguage } from '@konsil/server-platform/locale-texts';
import type { Manifest } from './record-archive.ts';
import type { RecordSignature } from './record-key.ts';
import { takeAwayTexts } from './texts.ts';

/** `kind` is a key of the page's texts. */
interface Fault {
  kind: 'missing' | 'changed' | 'added' | 'twice' | 'signature';
  name: string;
}
interface Verdict {
  faults: Fault[];
  files: number;
  createdAt: string;
  keyId: string;
  /** False in browsers that do not know Ed25519. */
  signatureChecked: boolean;
}

/**
 * Checks an archive in a browser. It is written into the page as it is, so it uses nothing from outside of itself.
 * @throws if the file is no such archive
 */
export const verifyInBrowser = async (zip: Blob): Promise<Verdict> => {
  const bytesOf = async (blob: Blob): Promise<DataView<ArrayBuffer>> => new DataView(await blob.arrayBuffer());
  const textOf = (bytes: ArrayBuffer): string => new TextDecoder().decode(bytes);
  const hex = (bytes: ArrayBuffer): string =>
    Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0));
  const base64Url = (bytes: ArrayBuffer): string =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace(/=+$/, '');

  // The end of the central directory: 22 bytes, and at most 65,535 of a comment.
  const tailStart = Math.max(0, zip.size - 65_557);
  const tail = await bytesOf(zip.slice(tailStart));
  let end = tail.byteLength - 22;
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw new Error('no archive');
  const [count, length, start] = [
    tail.getUint16(end + 10, true),
    tail.getUint32(end + 12, true),
    tail.getUint32(end + 16, true),
  ];
  if (count === 0xffff || start === 0xffffffff) throw new Error('too large');
  const directory = await bytesOf(zip.slice(start, start + length));
  const members = new Map<string, { method: number; packed: number; header: number }>();
  const faults: Fault[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    const nameLength = directory.getUint16(at + 28, true);
    const name = textOf(directory.buffer.slice(at + 46, at + 46 + nameLength));
    if (members.has(name)) faults.push({ kind: 'twice', name });
    members.set(name, {
      method: directory.getUint16(at + 10, true),
      packed: directory.getUint32(at + 20, true),
      header: directory.getUint32(at + 42, true),
    });
    at += 46 + nameLength + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  const contentOf = async (name: string): Promise<ArrayBuffer> => {
    const member = members.get(name);
    if (!member) throw new Error('no archive');
    const header = await bytesOf(zip.slice(member.header, member.header + 30));
    const from = member.header + 30 + header.getUint16(26, true) + header.getUint16(28, true);
    const packed = zip.slice(from, from + member.packed);
    return member.method === 0
      ? packed.arrayBuffer()
      : new Response(packed.stream().pipeThrough(new DecompressionStream('deflate-raw'))).arrayBuffer();
  };

  const manifestBytes = await contentOf('manifest.json');
  const manifest = JSON.parse(textOf(manifestBytes)) as Manifest;
  if (manifest.format !== 'konsil-record' || manifest.version !== 1) throw new Error('no archive');
  const { key, signature } = JSON.parse(textOf(await contentOf('signature.json'))) as RecordSignature;
  const thumbprint = base64Url(
    await crypto.subtle.digest(
      'SHA-256',
      new TextEncoder().encode(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x: key.x })),
    ),
  );
  let signatureChecked = true;
  try {
    const known = await crypto.subtle.importKey('raw', fromBase64Url(key.x), { name: 'Ed25519' }, false, ['verify']);
    const signed = await crypto.subtle.verify({ name: 'Ed25519' }, known, fromBase64Url(signature), manifestBytes);
    if (!signed || thumbprint !== key.kid) faults.push({ kind: 'signature', name: '' });
  } catch (error) {
    // A browser without Ed25519 throws NotSupportedError; any other error means an invalid key or signature.
    if ((error as Error).name === 'NotSupportedError') signatureChecked = false;
    else faults.push({ kind: 'signature', name: '' });
  }
  for (const { path: name, size, sha256 } of manifest.files) {
    if (!members.has(name)) {
      faults.push({ kind: 'missing', name });
      continue;
    }
    // A member whose compressed bytes were changed may not even unpack.
    const bytes = await contentOf(name).catch(() => null);
    if (!bytes || bytes.byteLength !== size || hex(await crypto.subtle.digest('SHA-256', bytes)) !== sha256)
      faults.push({ kind: 'changed', name });
  }
  const listed = new Set([...manifest.files.map(({ path }) => path), 'manifest.json', 'signature.json']);
  for (const name of members.keys()) if (!listed.has(name)) faults.push({ kind: 'added', name });
  return { faults, files: manifest.files.length, createdAt: manifest.created_at, keyId: thumbprint, signatureChecked };
};

const texts = inEachLanguage((locale) => ({ ...takeAwayTexts[locale].verify, tag: formatTags[locale] }));

const style = `:root{color-scheme:light dark;font:1.1rem/1.5 system-ui,sans-serif}main{max-width:40rem;margin:2rem auto;padding:0 1rem}label{display:block;font-weight:600;margin:1.5rem 0 .5rem}input{font:inherit;max-width:100%}[role=status]{margin-top:1.5rem;overflow-wrap:anywhere}.good{font-weight:600;color:light-dark(#17603a,#7fd6a3)}.bad{font-weight:600;color:light-dark(#a3231f,#ff9b94)}dt{font-weight:600}dd{margin:0 0 .5rem}`;

// The names that a development build gives to functions go through `__name`.
const script = (): string => `const __name = (named) => named;
const texts = ${JSON.stringify(texts)};
const verify = ${verifyInBrowser.toString()};
const language = Object.keys(texts).find((known) => navigator.language.startsWith(known)) || 'en';
const t = texts[language];
document.documentElement.lang = language;
document.title = t.title;
const put = (tag, text, parent, look) => {
  const element = document.createElement(tag);
  element.textContent = text;
  if (look) element.className = look;
  parent.append(element);
  return element;
};
const main = document.querySelector('main');
put('h1', t.title, main);
put('p', t.lead, main);
put('label', t.choose, main).htmlFor = 'file';
const input = put('input', '', main);
Object.assign(input, { id: 'file', type: 'file', accept: '.zip' });
const told = put('div', '', main);
told.setAttribute('role', 'status');
input.addEventListener('change', async () => {
  const [file] = input.files;
  if (!file) return;
  told.textContent = t.busy;
  try {
    const verdict = await verify(file);
    told.textContent = '';
    const whole = verdict.faults.length === 0;
    put('p', whole ? (verdict.signatureChecked ? t.good : t.unsigned) : t.bad, told, whole && verdict.signatureChecked ? 'good' : 'bad');
    if (!whole) {
      const list = put('ul', '', told);
      for (const { kind, name } of verdict.faults) put('li', [name, t.faults[kind]].filter(Boolean).join(' '), list);
    }
    const facts = put('dl', '', told);
    for (const [term, detail] of [[t.files, verdict.files], [t.created, new Date(verdict.createdAt).toLocaleString(t.tag)], [t.key, verdict.keyId]]) {
      put('dt', term, facts);
      put('dd', detail, facts);
    }
    put('p', t.compare, told);
  } catch (error) {
    told.textContent = '';
    put('p', error.message === 'too large' ? t.large : t.none, told, 'bad');
  }
});`;

const sumOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** A page that checks archives without any network: its policy allows nothing but itself. */
export const verifyPage = (): string => {
  const code = script();
  const policy = `default-src 'none'; script-src ${sumOf(code)}; style-src ${sumOf(style)}`;
  return `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Konsil</title>
<style>${style}</style>
</head>
<body>
<main></main>
<script>${code}</script>
</body>
</html>
`;
};
