import { openInstallation } from './installation.ts';
import { runCommand } from './run.ts';

// The reader of our output may exit first.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

// A packaged installation has no npm scripts, only the build, or a wrapper that sets its name.
const called =
  process.env.npm_lifecycle_event === 'konsil'
    ? 'npm run konsil --'
    : process.env.KONSIL_COMMAND || 'node dist/apps/server/konsil.mjs';

process.exitCode = await runCommand(process.argv.slice(2), openInstallation, {
  called,
  say: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => console.error(line),
});
// A connection that hangs must not keep a finished command.
setTimeout(() => process.exit(), 200).unref();
