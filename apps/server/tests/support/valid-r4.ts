import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fhir } from 'fhir';

const validator = new Fhir();
/** A folder for everything that is validated, e.g. for another validator (tools/fhir-validator.mjs). */
const folder = process.env.FHIR_PRODUCED;

const keep = (resource: object): void => {
  if (!folder) return;
  const text = JSON.stringify(resource);
  const { resourceType } = resource as { resourceType?: string };
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${resourceType}-${hash}.json`), text);
};

/** The faults that a validator finds, without keeping the resource as one that was produced. */
export const r4Faults = (resource: object) =>
  validator
    .validate(resource, { errorOnUnexpected: true })
    .messages.filter(({ severity }) => severity === 'error' || severity === 'fatal');

/** The faults of a resource that the product has made. */
export const faultsOf = (resource: object) => {
  keep(resource);
  return r4Faults(resource);
};
