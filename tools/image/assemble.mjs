// Puts together in dist/image all that an image holds beside Node: the built apps, the server's own packages without what no program reads,
// the licences of everything, and the bill of materials. The build context of the Dockerfile.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { licencesFile, nameOf, reachedFiles, sbom, shippedPackages, withinSize } from './shipped.mjs';

export const apps = ['server', 'patient-portal', 'doctor-portal', 'imaging-viewer', 'operator-console'];
export const target = 'dist/image';

/** Files of a package that no program reads. Its licence stays. */
const unread = [
  /\.(?:map|d\.[cm]?ts|[cm]?ts|tsx|flow|md|markdown|coffee|tgz)$/i,
  /(?:^|\/)(?:tests?|__tests__|docs?|examples?|bench(?:marks?)?|coverage|\.github|man)\//i,
];
const isLicence = /^(?:licen[cs]e|copying|notice|ofl)(?:[.-]|$)/i;
const weights = /-(?:400|700)-normal\.woff$/;
/** The files that the server reads, of packages that hold much more. */
const read = {
  'pdfjs-dist': /^(?:legacy\/build\/pdf(?:\.worker)?\.mjs|(?:standard_fonts|cmaps|wasm|iccs)\/.*)$/,
  '@embedpdf/fonts-sc': /^(?:dist\/.*|fonts\/NotoSansHans-(?:Regular|Bold)\.otf)$/,
  '@embedpdf/fonts-latin': /^(?:dist\/.*|fonts\/NotoSans-(?:Regular|Bold)\.ttf)$/,
  '@fontsource/nanum-gothic': /^files\/nanum-gothic-korean-(?:400|700)-normal\.woff$/,
  'libphonenumber-js': /^(?:max|core|es6|metadata\.max).*/,
  pdfkit: /^js\/(?!pdfkit\.(?:standalone|browser|old)).*/,
};
/** Packages that load code by names that they put together: all of it is copied. */
const loadsByName = new Set([
  '@napi-rs/canvas',
  '@node-rs/argon2',
  'pdfjs-dist',
  'pdfkit',
  'pino',
  'sharp',
  'thread-stream',
]);
const isCode = /\.(?:[cm]?js|json)$/;

/**
 * Of packages that no import reaches (fonts) everything is read.
 * @param {Set<string>} reached the package's files that imports lead to
 */
const isRead = (reached, path, file) => {
  const name = nameOf(path);
  // One in a subfolder says what kind of modules lie there.
  if (/(?:^|\/)package\.json$/.test(file) || isLicence.test(file)) return true;
  if (unread.some((pattern) => pattern.test(file))) return false;
  if (isCode.test(file) && !loadsByName.has(name) && reached.size > 0) return reached.has(`${path}/${file}`);
  if (name.startsWith('@fontsource/noto-')) return weights.test(file);
  return read[name]?.test(file) ?? true;
};

const copyPackage = (path, all) => {
  const reached = new Set([...all].filter((file) => file.startsWith(`${path}/`)));
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const entry of files) {
    const from = join(entry.parentPath, entry.name);
    const file = relative(path, from).split(sep).join('/');
    // Packages within it are packages of their own.
    if (file.startsWith('node_modules/') || file.includes('/node_modules/') || !isRead(reached, path, file)) continue;
    cpSync(from, join(target, path, file));
  }
};

const sizeOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

/** @returns {Promise<number>} megabytes of everything but Node; fails above the most that an image may hold */
export const assemble = async () => {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const app of apps)
    cpSync(join('dist/apps', app), join(target, 'dist/apps', app), {
      recursive: true,
      filter: (path) => !path.endsWith('.map'),
    });
  const shipped = await shippedPackages(apps.filter((app) => app !== 'server').map((app) => join('dist/apps', app)));
  const reached = await reachedFiles();
  for (const { path, use } of shipped) if (use !== 'portals') copyPackage(path, reached);
  const release = JSON.parse(readFileSync('dist/apps/server/release.json', 'utf8'));
  writeFileSync(join(target, 'third-party-licences.txt'), licencesFile(shipped));
  writeFileSync(join(target, 'sbom.cdx.json'), `${JSON.stringify(sbom(shipped, release), null, 1)}\n`);
  writeFileSync(
    join(target, 'package.json'),
    `${JSON.stringify({ name: 'konsil', version: release.version, private: true })}\n`,
  );
  cpSync('deploy/image', target, { recursive: true });
  return withinSize(sizeOf(target) / 1024 / 1024);
};
