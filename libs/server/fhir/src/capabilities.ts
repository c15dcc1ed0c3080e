import { fhirReadTypes, fhirSearchTypes, type FhirReadType, type FhirSearchType } from '@konsil/contracts/fhir';
import type { CapabilityStatement, CapabilityStatementRestResourceSearchParam } from 'fhir/r4';
import { parametersOf } from './search.ts';
import { searches } from './searches.ts';
import type { Telling } from './telling.ts';

const kindOf = (name: string): CapabilityStatementRestResourceSearchParam['type'] => {
  if (name === 'patient' || name === 'subject') return 'reference';
  return name === '_id' || name === 'status' ? 'token' : 'date';
};

/** The capabilities of this server, from the same tables that implement them. */
export const capabilities = ({ base }: Telling, version: string): CapabilityStatement => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  // The day on which the interface itself changed last.
  date: '2026-11-30',
  kind: 'instance',
  software: { name: 'Konsil', version },
  implementation: { description: 'Konsil', url: base },
  fhirVersion: '4.0.1',
  format: ['json'],
  rest: [
    {
      mode: 'server',
      documentation: 'Each call is allowed, and recorded, exactly like a call of the product (docs/fhir.md).',
      security: {
        cors: true,
        service: [
          {
            coding: [
              {
                system: 'http://terminology.hl7.org/CodeSystem/restful-security-service',
                code: 'SMART-on-FHIR',
                display: 'SMART-on-FHIR',
              },
            ],
          },
        ],
        description:
          'Authorization: Bearer with the token of a session, a backend client or an app (.well-known/smart-configuration).',
      },
      // A Bundle of one ServiceRequest, one Patient and documents.
      interaction: [{ code: 'transaction' as const }],
      resource: [
        {
          type: 'Subscription',
          interaction: [
            { code: 'create' as const },
            { code: 'read' as const },
            { code: 'search-type' as const },
            { code: 'delete' as const },
          ],
          documentation: 'For backend clients only (docs/webhooks.md).',
        },
        ...[...new Set<FhirReadType | FhirSearchType | 'Binary'>([...fhirReadTypes, 'Binary', ...fhirSearchTypes])].map(
          (type) => {
            const search = searches[type as FhirSearchType] as (typeof searches)[FhirSearchType] | undefined;
            const reads = type === 'Binary' || (fhirReadTypes as readonly string[]).includes(type);
            return {
              type,
              interaction: [
                ...(reads ? [{ code: 'read' as const }] : []),
                ...(search ? [{ code: 'search-type' as const }] : []),
              ],
              versioning: 'versioned' as const,
              readHistory: false,
              ...(reads ? { conditionalRead: 'not-match' as const } : {}),
              ...(search && search.includes.length > 0
                ? { searchInclude: search.includes.map((name) => `${type}:${name}`) }
                : {}),
              ...(search ? { searchParam: parametersOf(search).map((name) => ({ name, type: kindOf(name) })) } : {}),
            };
          },
        ),
      ],
    },
  ],
});
