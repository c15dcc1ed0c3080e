// Setup shared by all commands. Node's own modules only, because it runs before npm ci.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');
process.chdir(root);

/** The environment of all tools: no daemon, no terminal interface, no telemetry. */
export const env = {
  ...process.env,
  NX_DAEMON: 'false',
  NX_TUI: 'false',
  NX_NO_CLOUD: 'true',
  STORYBOOK_DISABLE_TELEMETRY: '1',
};

/** Exits with one line. */
export const exitWith = (line) => {
  console.error(line);
  process.exit(1);
};

/** Prints a step and its duration. */
export const step = async (label, work) => {
  const begun = Date.now();
  console.log(`· ${label} …`);
  const result = await work();
  console.log(`  ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  return result;
};

/** Runs a program with its output; exits if it fails. */
export const run = (program, args, options = {}) => {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', env, ...options });
  if (error || status !== 0) exitWith(`Failed: ${program} ${args.join(' ')}${error ? ` (${error.message})` : ''}`);
};

const checkNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    exitWith(`Node ${process.versions.node} is too old: Konsil needs 20.19 or newer.`);
};

/** Runs npm ci if packages are missing, incomplete, or installed for another lockfile, Node or machine. */
export const ensureDependencies = async () => {
  checkNode();
  const stamp = 'node_modules/.konsil-installed';
  const wanted = createHash('sha256')
    .update(readFileSync('package-lock.json'))
    .update([process.versions.modules, process.platform, process.arch].join(' '))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  await step('Installing packages (npm ci)', () => {
    const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
    run(npm[0], [...npm.slice(1), 'ci', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']);
    writeFileSync(stamp, wanted);
  });
};
