import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

type Given = Record<string, string | undefined>;

const sources = ['KONSIL_SECRET', 'KONSIL_SECRET_FILE', 'KONSIL_SECRET_COMMAND'] as const;
type Source = (typeof sources)[number];

const commandMs = 30_000;
const mostBytes = 64 * 1024;

const read: Record<Exclude<Source, 'KONSIL_SECRET'>, (value: string) => string> = {
  KONSIL_SECRET_FILE: (path) => readFileSync(path, 'utf8'),
  KONSIL_SECRET_COMMAND: (command) =>
    execFileSync('/bin/sh', ['-c', command], {
      encoding: 'utf8',
      timeout: commandMs,
      maxBuffer: mostBytes,
      // The operator sees what the command says of its failure, and never what it prints.
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
};

const reasonOf = (error: NodeJS.ErrnoException & { status?: number | null }): string => {
  if (typeof error.status === 'number') return `failed with exit code ${error.status}`;
  return error.code === 'ETIMEDOUT' ? `took longer than ${commandMs / 1000} s` : `cannot be read (${error.code})`;
};

/**
 * Reads the secret from a file, a file descriptor or a command, so that it is not in the environment.
 * @returns the settings with `KONSIL_SECRET` and, of further lines, `KONSIL_PREVIOUS_SECRETS`; or what is wrong, never
 * with a value
 */
export const withSecret = (given: Given): { given: Given } | { fault: string } => {
  const [source, ...others] = sources.filter((name) => given[name] !== undefined);
  if (others.length > 0) return { fault: `${[source, ...others].join(' and ')}: give only one of them.` };
  if (!source || source === 'KONSIL_SECRET') return { given };
  const { [source]: where = '', ...rest } = given;
  let text: string;
  try {
    text = read[source](where);
  } catch (error) {
    return { fault: `${source} ${reasonOf(error as NodeJS.ErrnoException)}.` };
  }
  const [current, ...previous] = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  if (!current) return { fault: `${source} gives no secret: its first line is the current one.` };
  if (previous.some((secret) => secret.includes(',')))
    return { fault: `${source}: an earlier secret must not contain a comma.` };
  const earlier = [...previous, ...(rest.KONSIL_PREVIOUS_SECRETS ? [rest.KONSIL_PREVIOUS_SECRETS] : [])].join(',');
  return { given: { ...rest, KONSIL_SECRET: current, ...(earlier && { KONSIL_PREVIOUS_SECRETS: earlier }) } };
};
