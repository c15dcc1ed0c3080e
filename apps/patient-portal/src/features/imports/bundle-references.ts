// @bundle route
import { fieldOf, isObject, listOf, textOf, type Json } from '@konsil/documents-upload/fhir-json';

/** Finds what a resource refers to: in itself, or in its bundle. Nothing is fetched. */
export type Find = (reference: unknown, from?: Json) => Json | undefined;

const tail = /(?:^|\/)([A-Z][A-Za-z]+\/[A-Za-z0-9.-]{1,64})$/;

/**
 * References of a bundle: by `fullUrl`, by type and id, absolute and relative, with or without a version, and by the id
 * in a `urn:uuid`. A type and id that two resources share refers to neither, unless the address says which.
 */
export const referencesIn = (entries: readonly Json[]): Find => {
  const byAddress = new Map<string, Json>();
  const byId = new Map<string, Json | null>();
  const note = (id: string, resource: Json) => {
    const known = byId.get(id);
    byId.set(id, known === undefined || known === resource ? resource : null);
  };
  for (const { fullUrl, resource } of entries) {
    if (!isObject(resource)) continue;
    const address = textOf(fullUrl);
    if (address && !byAddress.has(address)) byAddress.set(address, resource);
    const id = textOf(resource['id']);
    const typed = `${textOf(resource['resourceType'])}/${id}`;
    if (id) {
      note(typed, resource);
      note(`urn:uuid:${id}`, resource);
    }
    const [, inAddress] = tail.exec(address) ?? [];
    if (inAddress && inAddress !== typed) note(inAddress, resource);
  }
  return (reference, from) => {
    const address = textOf(fieldOf(reference, 'reference')).replace(/\/_history\/[^/]*$/, '');
    if (address.startsWith('#')) return listOf(from?.['contained']).find(({ id }) => textOf(id) === address.slice(1));
    const [, typed = address] = tail.exec(address) ?? [];
    return byAddress.get(address) ?? byId.get(typed) ?? undefined;
  };
};
