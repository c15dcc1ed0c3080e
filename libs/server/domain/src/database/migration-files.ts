import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Beside this file in the source, beside main.mjs in the build. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

interface Step {
  tag: string;
  when: number;
}
export const steps = (folder: string): Step[] =>
  (JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as { entries: Step[] }).entries;

export interface Migration extends Step {
  /** Recorded by Drizzle, too; a backup fits the schema with the same ones. */
  hash: string;
  statements: string[];
  /** The oldest migration that code must know to run on this schema (`-- oldest code: TAG`; otherwise this one). */
  oldest: number;
  /** True if the statements run one by one outside a transaction (`-- concurrently`). */
  concurrent: boolean;
  /** The background changes that must be finished before (`-- after change: NAME`). */
  demands: string[];
}

const marker = (name: string): RegExp => new RegExp(`^-- ${name}: (\\w+)$`, 'gm');
const named = (text: string, name: string): string[] => [...text.matchAll(marker(name))].map(([, value = '']) => value);

/** @throws {Error} for an unknown or later tag as the oldest code */
export const readMigrations = (folder = migrationsFolder): Migration[] => {
  const all = steps(folder);
  return all.map((step) => {
    const text = readFileSync(join(folder, `${step.tag}.sql`), 'utf8');
    const [wanted = step.tag] = named(text, 'oldest code');
    const oldest = all.find(({ tag, when }) => tag === wanted && when <= step.when);
    if (!oldest)
      throw new Error(`The migration ${step.tag} names ${wanted} as the oldest code, which is not before it.`);
    return {
      tag: step.tag,
      when: step.when,
      hash: createHash('sha256').update(text).digest('hex'),
      statements: text.split('--> statement-breakpoint'),
      oldest: oldest.when,
      concurrent: /^-- concurrently$/m.test(text),
      demands: named(text, 'after change'),
    };
  });
};
