import { randomUUID } from 'node:crypto';
import type { OperationOutcome } from 'fhir/r4';
import { dataKeys, referralFiles, referrals } from '@konsil/server-domain/schema';
import type { TestApp } from '../support/app.ts';
import { backendClients } from '../support/backend-clients.ts';
import { aBundle, preparedCases, type Wished } from '../support/referrals.ts';
import { faultsOf } from '../support/valid-r4.ts';

const clients = backendClients();
const { tokenFor, postBundle, letter } = preparedCases(clients);
let house: TestApp;
beforeAll(() => {
  ({ house } = clients.state());
});

describe('a case that a system prepares with a fault', () => {
  const faults: [string, string, string, (bundle: Wished) => void][] = [
    ['no identifier', 'Bundle.identifier', 'required', (bundle) => delete bundle.identifier],
    ['another type', 'Bundle.type', 'value', (bundle) => (bundle.type = 'batch')],
    [
      'an unknown element',
      'Bundle.entry[1].resource.doNotPerform',
      'not-supported',
      ({ entry }) => Object.assign(entry[1]?.resource ?? {}, { doNotPerform: true }),
    ],
    [
      'a modifier',
      'Bundle.entry[0].resource.modifierExtension',
      'not-supported',
      ({ entry }) => Object.assign(entry[0]?.resource ?? {}, { modifierExtension: [] }),
    ],
    [
      'no address',
      'Bundle.entry[0].resource.telecom',
      'required',
      ({ entry }) => Object.assign(entry[0]?.resource ?? {}, { telecom: [{ system: 'phone', value: '1' }] }),
    ],
    [
      'two addresses',
      'Bundle.entry[0].resource.telecom',
      'value',
      ({ entry }) => entry[0]?.resource.telecom?.push({ system: 'email', value: 'b@example.org' }),
    ],
    [
      'an impossible birthday',
      'Bundle.entry[0].resource.birthDate',
      'value',
      ({ entry }) => Object.assign(entry[0]?.resource ?? {}, { birthDate: '1968-02-30' }),
    ],
    [
      'another subject',
      'Bundle.entry[1].resource.subject.reference',
      'not-found',
      ({ entry }) => Object.assign(entry[1]?.resource.subject ?? {}, { reference: 'Patient/1' }),
    ],
    [
      'no diagnosis',
      'Bundle.entry[1].resource.reasonCode',
      'required',
      ({ entry }) => delete entry[1]?.resource.reasonCode,
    ],
    [
      'a doctor who is none',
      'Bundle.entry[1].resource.performer',
      'business-rule',
      ({ entry }) =>
        Object.assign(entry[1]?.resource ?? {}, { performer: [{ reference: `Practitioner/${randomUUID()}` }] }),
    ],
    [
      'another method',
      'Bundle.entry[1].request.method',
      'value',
      ({ entry }) => Object.assign(entry[1]?.request ?? {}, { method: 'PUT' }),
    ],
    [
      'another ifNoneExist',
      'Bundle.entry[1].request.ifNoneExist',
      'value',
      ({ entry }) => Object.assign(entry[1]?.request ?? {}, { ifNoneExist: 'identifier=a|b' }),
    ],
    [
      'ifNoneExist that cannot be decoded',
      'Bundle.entry[1].request.ifNoneExist',
      'value',
      ({ entry }) => Object.assign(entry[1]?.request ?? {}, { ifNoneExist: 'identifier=%E0%A4%A|b' }),
    ],
    [
      'a narrative that says more than the elements',
      'Bundle.entry[1].resource.text.status',
      'value',
      ({ entry }) =>
        Object.assign(entry[1]?.resource ?? {}, { text: { status: 'additional', div: '<div>Allergie</div>' } }),
    ],
    [
      'no base64',
      'Bundle.entry[2].resource.content[0].attachment.data',
      'value',
      ({ entry }) => Object.assign(entry[2]?.resource.content?.[0]?.attachment ?? {}, { data: 'JVBERi0*' }),
    ],
    [
      'another size',
      'Bundle.entry[2].resource.content[0].attachment.size',
      'value',
      ({ entry }) => Object.assign(entry[2]?.resource.content?.[0]?.attachment ?? {}, { size: 3 }),
    ],
    [
      'a file of no kind',
      'Bundle.entry[2].resource.content[0].attachment',
      'value',
      ({ entry }) =>
        Object.assign(entry[2]?.resource.content?.[0]?.attachment ?? {}, {
          data: Buffer.from('MZ no document').toString('base64'),
          size: 14,
        }),
    ],
    [
      'a damaged picture',
      'Bundle.entry[2].resource.content[0].attachment',
      'value',
      ({ entry }) =>
        Object.assign(entry[2]?.resource.content?.[0]?.attachment ?? {}, {
          data: Buffer.from('89504e470d0a1a0a00000000', 'hex').toString('base64'),
          size: 12,
        }),
    ],
  ];
  test('is refused with the FHIRPath of each fault, and stores nothing', async () => {
    const token = await tokenFor();
    const left = () => Promise.all([referrals, referralFiles, dataKeys].map((table) => house.kernel.db.$count(table)));
    const before = await left();
    const files = [{ bytes: await letter() }];
    for (const [fault, expression, code, change] of faults) {
      const answer = await postBundle(token, aBundle({ files, change }));
      const outcome = answer.json<OperationOutcome>();
      expect([fault, answer.statusCode, outcome.issue?.map((one) => [one.expression?.[0], one.code])]).toEqual([
        fault,
        422,
        [[expression, code]],
      ]);
      expect(faultsOf(outcome)).toEqual([]);
    }
    for (const body of [{}, { resourceType: 'Bundle' }, aBundle({ files: Array(21).fill(files[0]) })])
      expect((await postBundle(token, body)).statusCode).toBe(422);
    expect(await left()).toEqual(before);
  });
});
