import { fhirReadTypes, numberedTypes, type FhirReadType } from '@konsil/contracts/fhir';
import { askFor } from '@konsil/server-domain/http/route';
import { openLate } from '@konsil/server-domain/sendings/opened';
import type { FhirResource } from 'fhir/r4';
import type { Calling } from './calling.ts';
import { reads } from './reads.ts';

export const isReadType = (type: string): type is FhirReadType => (fhirReadTypes as readonly string[]).includes(type);
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.\d{1,3})?$/;

/** A resource within a search, with the access and the records of its own route; null if the reader may not see it. */
export const readById = async (calling: Calling, type: FhirReadType, id: string): Promise<FhirResource | null> => {
  const isId = idPattern.test(id) && (numberedTypes.includes(type) || !id.includes('.'));
  const { access, show } = reads[type];
  const found = await askFor(calling.tx, calling.actor, access, isId ? id : undefined, { locked: false });
  calling.record(...found.records);
  if (!found.things) return null;
  const shown = (await show(calling, found.things, id)) ?? null;
  if (found.caseId) await openLate(calling.tx, calling.actor, found.caseId);
  return shown;
};
