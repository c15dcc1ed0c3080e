import { safeCallback } from './callback-url.ts';

test.each([
  ['/patient/process/1?tab=x#y', '/patient/process/1?tab=x#y'],
  ['http://localhost/doctor', '/doctor'],
])('%s redirects to %s', (given, path) => expect(safeCallback(given)).toBe(path));

test.each([
  null,
  '',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  'https://evil.example',
  'https:evil.example',
  'https://localhost.evil.example',
  'http://localhost@evil.example',
  'http://localhost:81/',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:http://localhost/1',
  'http://',
  'http://[',
  '\u0000https://evil.example',
  ' https://evil.example',
  '\thttps://evil.example',
  'ht\ntps://evil.example',
  '//evil.example/%2f..',
  'http:\\\\evil.example',
  'https://evil.example#http://localhost',
  'https://evil.example?http://localhost',
  '//localhost.evil.example',
  'ftp://localhost/',
  'http://127.0.0.1/',
  'http://localhost.:80/x',
  'mailto:a@b.c',
  'https://xn--localhst-12a.example',
  '//evil%E3%80%82example',
  '/..//evil.example',
  '/patient/..//evil.example',
  '/.//evil.example',
  'http://localhost//evil.example',
])('%j never redirects outside our portal', (given) => expect(safeCallback(given)).toBeNull());

test.each([
  '/login',
  '/login?error=x',
  '/register/code',
  '/logout',
  '/error?error=y',
  '/forgot-password',
  '/reset-password#token=z',
])('%s would be a redirect loop', (given) => expect(safeCallback(given)).toBeNull());

test('encoded slashes stay a local path', () => expect(safeCallback('/%2f/evil.example')).toBe('/%2f/evil.example'));
