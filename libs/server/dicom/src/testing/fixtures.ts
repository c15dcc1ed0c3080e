import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One of the real samples in `fixtures/README.md`. */
export const fixture = (name: string): Buffer => readFileSync(join(__dirname, '../../fixtures', name));
