import { openInstallation } from './installation.ts';
import { runCommand } from './run.ts';

process.exitCode = await runCommand(process.argv.slice(2), openInstallation, {
  say: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => console.error(line),
});
