// npm run image -- [--base NAME] [--tag NAME] [--try] [--assemble]: builds the apps, puts the image together and builds it with buildah, without a registry
// where no base is named: then the base is made of Debian's packages and this machine's Node.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { assemble, target } from './assemble.mjs';

const { values } = parseArgs({
  options: {
    base: { type: 'string' },
    tag: { type: 'string', default: 'konsil' },
    try: { type: 'boolean' },
    built: { type: 'boolean' },
    assemble: { type: 'boolean' },
  },
});
const run = (command, args, options = {}) => {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', ...options });
  if (error || status !== 0) {
    console.error(error?.message ?? `${command} ${args[0]} ended with ${status}.`);
    process.exit(1);
  }
};

if (!values.built)
  run('npx', [
    'nx',
    'run-many',
    '-t',
    'build',
    '-p',
    'server,patient-portal,doctor-portal,imaging-viewer,operator-console',
  ]);
const megabytes = await assemble();
console.log(`Beside Node: ${megabytes.toFixed(0)} MB in ${target}`);

if (values.assemble) process.exit();

const debian = 'localhost/konsil-debian-node';
/** Debian's smallest system, and this machine's Node: what an official slim image holds, made here. */
const makeBase = () => {
  if (spawnSync('buildah', ['inspect', '--type', 'image', debian], { stdio: 'ignore' }).status === 0) return;
  run('sh', ['deploy/image-base/make.sh', debian]);
};
if (!values.base) makeBase();
run('buildah', [
  'bud',
  '--isolation',
  'chroot',
  '--build-arg',
  `BASE=${values.base ?? debian}`,
  '--format',
  'docker',
  '-t',
  values.tag,
  '-f',
  `${target}/Dockerfile`,
  target,
]);
if (values.try) run(process.execPath, ['tools/image/try.mjs', values.tag]);
