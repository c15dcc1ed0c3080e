import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const isOfContracts = /^[^\0].*\/libs\/contracts\/src\/[\w-]+\.ts$/;
const isZod = /^[^\0].*\/node_modules\/zod\//;
const valueImports = /^(?:import|export) (?!type\b)(?:[^;']*? from )?'([^']+)';/gm;
const needing = new Map<string, boolean>();

/** True for modules of `libs/contracts`, and of the library that their schemas are made with. */
export const isContract = (id: string): boolean => isOfContracts.test(id) || isZod.test(id);

/**
 * True for those that create schemas, or import one that does: forms need them, while reading pages get by with the
 * rules and words beside them. Creating the schemas takes a phone a quarter of a second.
 */
export function needsSchemas(id: string): boolean {
  if (isZod.test(id)) return true;
  const known = needing.get(id);
  if (known !== undefined) return known;
  // Until it is known, so that two files that import each other end.
  needing.set(id, false);
  const imported = [...readFileSync(id, 'utf8').matchAll(valueImports)].map(([, source = '']) => source);
  const needs = imported.some(
    (source) => /^zod\b/.test(source) || (/^\.\/.*\.ts$/.test(source) && needsSchemas(join(dirname(id), source))),
  );
  needing.set(id, needs);
  return needs;
}
