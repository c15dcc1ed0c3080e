import { emailSchema } from '@konsil/contracts/sign-in';
import { pastDaySchema, requiredText } from '@konsil/contracts/common';
import type { Locale } from '@konsil/contracts/first-codes';
import { Problem } from '@konsil/server-platform/http/problems';
import { fill, inEachLanguage } from '@konsil/server-platform/locale-texts';
import * as z from 'zod/mini';
import type { Values } from '../parameters.ts';
import { fhirTexts, type FhirTexts } from '../texts.ts';

const mostDocuments = 20;

export interface ReferredDocument {
  /** The element that a refusal of the file names. */
  path: PropertyKey[];
  name: string;
  bytes: Buffer;
}
/** The content of a Bundle, once every element of it was understood. */
export interface ReferralAsked {
  /** The identifier that makes a repeated request the same. */
  identifier: string;
  email: string;
  person: { first_name: string; last_name: string; date_of_birth: string };
  /** The doctor named as performer; undefined for the doctor of the token. */
  doctor: string | undefined;
  case_name: string;
  diagnosis: string;
  medical_history: string;
  documents: ReferredDocument[];
  /** The places of the entries, for the response. */
  entries: { type: EntryType }[];
}
type EntryType = 'ServiceRequest' | 'Patient' | 'DocumentReference';

interface Fault {
  path: PropertyKey[];
  issue: 'required' | 'value' | 'not-supported' | 'not-found' | 'business-rule' | 'too-costly';
  text?: Record<Locale, string>;
}
/** A text about a fault, in each language. */
export const faultText = (why: keyof FhirTexts['faults'], values: Values = {}): Record<Locale, string> =>
  inEachLanguage((locale) => fill(fhirTexts[locale].faults[why], values));

/** `Bundle.entry[1].resource.birthDate` */
const expressionOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}.${String(part)}`),
    'Bundle',
  );

/** A refusal of the Bundle (422), each fault with the expression of its element. */
export const refusedBundle = (...faults: Fault[]): Problem =>
  new Problem('invalid', {
    fhir: {
      status: 422,
      issue: 'invalid',
      text: faultText('value'),
      faults: faults.map(({ path, issue, text }) => ({
        expression: expressionOf(path),
        issue,
        text: text ?? faultText(issue),
      })),
    },
  });

const text = (max: number) => requiredText('invalid', max);
// A narrative, ids and versions say nothing that the elements do not say; `additional` narratives do.
const saidElsewhere = {
  id: z.optional(text(64)),
  meta: z.optional(z.looseObject({})),
  text: z.optional(z.looseObject({ status: z.optional(z.enum(['generated', 'extensions', 'empty'])) })),
};
const identifier = z.strictObject({
  use: z.optional(text(20)),
  type: z.optional(z.looseObject({})),
  system: text(500),
  value: text(500),
});
const reference = z.strictObject({ reference: text(300), type: z.optional(text(60)), display: z.optional(text(300)) });
const coding = z.strictObject({
  system: z.optional(text(500)),
  version: z.optional(text(100)),
  code: text(100),
  display: z.optional(text(500)),
  userSelected: z.optional(z.boolean()),
});
const concept = (max: number) =>
  z.strictObject({ text: text(max), coding: z.optional(z.array(coding).check(z.maxLength(10))) });
const instant = text(40);

const serviceRequest = z.strictObject({
  resourceType: z.literal('ServiceRequest'),
  ...saidElsewhere,
  identifier: z.optional(z.array(identifier).check(z.maxLength(10))),
  status: z.enum(['draft', 'active']),
  intent: z.enum(['proposal', 'plan', 'order']),
  subject: reference,
  code: concept(200),
  reasonCode: z.array(concept(2000)).check(z.minLength(1), z.maxLength(10)),
  note: z
    .array(z.strictObject({ text: text(20_000), time: z.optional(instant), authorString: z.optional(text(200)) }))
    .check(z.minLength(1), z.maxLength(10)),
  authoredOn: z.optional(instant),
  performer: z.optional(z.array(reference).check(z.length(1))),
  supportingInfo: z.optional(z.array(reference).check(z.maxLength(mostDocuments))),
});
const patient = z.strictObject({
  resourceType: z.literal('Patient'),
  ...saidElsewhere,
  identifier: z.optional(z.array(z.looseObject({})).check(z.maxLength(20))),
  active: z.optional(z.boolean()),
  name: z
    .array(
      z.strictObject({
        use: z.optional(text(20)),
        text: z.optional(text(300)),
        family: text(100),
        given: z.array(text(100)).check(z.minLength(1), z.maxLength(5)),
        prefix: z.optional(z.array(text(50)).check(z.maxLength(5))),
        suffix: z.optional(z.array(text(50)).check(z.maxLength(5))),
      }),
    )
    .check(z.length(1)),
  telecom: z
    .array(
      z.strictObject({
        system: z.enum(['email', 'phone', 'fax', 'sms', 'pager', 'url', 'other']),
        value: text(254),
        use: z.optional(text(20)),
        rank: z.optional(z.int()),
      }),
    )
    .check(z.minLength(1), z.maxLength(20)),
  gender: z.optional(z.enum(['male', 'female', 'other', 'unknown'])),
  birthDate: pastDaySchema('invalid'),
  address: z.optional(z.array(z.looseObject({})).check(z.maxLength(10))),
});
const documentReference = z.strictObject({
  resourceType: z.literal('DocumentReference'),
  ...saidElsewhere,
  identifier: z.optional(z.array(z.looseObject({})).check(z.maxLength(20))),
  status: z.literal('current'),
  subject: z.optional(reference),
  date: z.optional(instant),
  type: z.optional(z.looseObject({})),
  category: z.optional(z.array(z.looseObject({})).check(z.maxLength(10))),
  content: z
    .array(
      z.strictObject({
        attachment: z.strictObject({
          contentType: text(100),
          language: z.optional(text(20)),
          data: z.string().check(z.minLength(4)),
          title: z.optional(text(255)),
          creation: z.optional(instant),
          size: z.optional(z.int()),
        }),
      }),
    )
    .check(z.length(1)),
});
const entry = z.strictObject({
  fullUrl: z.optional(text(300)),
  resource: z.discriminatedUnion('resourceType', [serviceRequest, patient, documentReference]),
  request: z.strictObject({
    method: z.literal('POST'),
    url: z.enum(['ServiceRequest', 'Patient', 'DocumentReference']),
    ifNoneExist: z.optional(text(1000)),
  }),
});
const bundle = z.strictObject({
  resourceType: z.literal('Bundle'),
  id: z.optional(text(64)),
  meta: z.optional(z.looseObject({})),
  identifier: z.optional(identifier),
  type: z.literal('transaction'),
  timestamp: z.optional(instant),
  entry: z.array(entry).check(z.minLength(2), z.maxLength(mostDocuments + 2)),
});

const valueAt = (body: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[part] : undefined,
    body,
  );
const faultsOf = (issues: readonly z.core.$ZodIssue[], body: unknown): Fault[] =>
  issues.slice(0, 20).flatMap((issue): Fault[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.slice(0, 20).map((key) => ({ path: [...issue.path, key], issue: 'not-supported' }));
    return [{ path: issue.path, issue: valueAt(body, issue.path) === undefined ? 'required' : 'value' }];
  });

type Entry = z.output<typeof entry>;
type Placed<R> = { resource: R; path: PropertyKey[]; fullUrl: string | undefined; ifNoneExist: string | undefined };
const ofType = <T extends EntryType>(entries: readonly Entry[], type: T) =>
  entries.flatMap(({ resource, fullUrl, request }, place) =>
    resource.resourceType === type
      ? [
          {
            resource: resource as Extract<Entry['resource'], { resourceType: T }>,
            path: ['entry', place, 'resource'] as PropertyKey[],
            fullUrl,
            ifNoneExist: request.ifNoneExist,
          },
        ]
      : [],
  );
const onlyOne = <R>(found: Placed<R>[], type: EntryType): Placed<R> => {
  const [first] = found;
  if (first && found.length === 1) return first;
  throw refusedBundle({
    path: ['entry'],
    issue: first ? 'business-rule' : 'required',
    text: faultText('oneEntry', { type }),
  });
};

/** Base64 as R4 defines it, also in lines; null for anything else, because decoding would guess. */
const bytesOf = (data: string): Buffer | null => {
  const whole = data.replace(/[ \t\r\n]+/g, '');
  const bytes = Buffer.from(whole, 'base64');
  return bytes.toString('base64') === whole ? bytes : null;
};
const inWords = ({ text: words, coding: codes = [] }: z.output<ReturnType<typeof concept>>): string => {
  const missing = codes.map(({ code }) => code).filter((code) => !words.includes(code));
  return missing.length > 0 ? `${words} (${missing.join(', ')})` : words;
};

/** `SYSTEM|VALUE` of an `ifNoneExist`; empty for any other. */
const conditionIn = (ifNoneExist: string): string => {
  try {
    return decodeURIComponent(/^identifier=([^&]+)$/.exec(ifNoneExist)?.[1] ?? '');
  } catch {
    return '';
  }
};

const identifierOf = (
  { identifier: ofBundle }: z.output<typeof bundle>,
  { resource, path, ifNoneExist }: Placed<z.output<typeof serviceRequest>>,
): string => {
  if (ifNoneExist === undefined) {
    if (ofBundle) return JSON.stringify(['Bundle', ofBundle.system, ofBundle.value]);
    throw refusedBundle({
      path: ['identifier'],
      issue: 'required',
      text: faultText('noIdentifier'),
    });
  }
  const [system, value, ...more] = conditionIn(ifNoneExist).split('|');
  const isOwn = resource.identifier?.some((one) => one.system === system && one.value === value);
  if (more.length > 0 || !isOwn)
    throw refusedBundle({
      path: [...path.slice(0, 2), 'request', 'ifNoneExist'],
      issue: 'value',
      text: faultText('ifNoneExist'),
    });
  return JSON.stringify(['ServiceRequest', system, value]);
};

/**
 * Reads a transaction Bundle. Every element is either imported, known to be irrelevant for the case, or refused.
 * @throws {Problem} 422 with the expression of each fault
 */
export const referralIn = (body: unknown): ReferralAsked => {
  const parsed = z.safeParse(bundle, body);
  if (!parsed.success) throw refusedBundle(...faultsOf(parsed.error.issues, body));
  const { entry: entries } = parsed.data;
  const request = onlyOne(ofType(entries, 'ServiceRequest'), 'ServiceRequest');
  const person = onlyOne(ofType(entries, 'Patient'), 'Patient');
  const documents = ofType(entries, 'DocumentReference');
  const faults: Fault[] = [];
  entries.forEach(({ resource, request: { url, ifNoneExist } }, place) => {
    if (url !== resource.resourceType) faults.push({ path: ['entry', place, 'request', 'url'], issue: 'value' });
    if (ifNoneExist !== undefined && resource.resourceType !== 'ServiceRequest')
      faults.push({ path: ['entry', place, 'request', 'ifNoneExist'], issue: 'not-supported' });
  });
  const meantIs = (given: string, those: readonly (string | undefined)[], path: PropertyKey[]) => {
    if (!those.includes(given)) faults.push({ path: [...path, 'reference'], issue: 'not-found' });
  };
  meantIs(request.resource.subject.reference, [person.fullUrl], [...request.path, 'subject']);
  for (const { resource, path } of documents)
    if (resource.subject) meantIs(resource.subject.reference, [person.fullUrl], [...path, 'subject']);
  request.resource.supportingInfo?.forEach(({ reference: given }, place) =>
    meantIs(
      given,
      documents.map(({ fullUrl }) => fullUrl),
      [...request.path, 'supportingInfo', place],
    ),
  );

  const [performer] = request.resource.performer ?? [];
  const doctor =
    performer && /^Practitioner\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(performer.reference)?.[1];
  if (performer && !doctor) faults.push({ path: [...request.path, 'performer', 0, 'reference'], issue: 'value' });

  const addresses = person.resource.telecom.filter(({ system }) => system === 'email');
  const email = z.safeParse(emailSchema, addresses[0]?.value);
  if (addresses.length !== 1 || !email.success)
    faults.push({
      path: [...person.path, 'telecom'],
      issue: addresses.length === 0 ? 'required' : 'value',
      text: faultText('oneEmail'),
    });

  const files = documents.map(({ resource, path }, place): ReferredDocument => {
    const [content] = resource.content;
    const at = [...path, 'content', 0, 'attachment'];
    const bytes = bytesOf(content?.attachment.data ?? '');
    if (!bytes) faults.push({ path: [...at, 'data'], issue: 'value' });
    if (bytes && content?.attachment.size !== undefined && content.attachment.size !== bytes.length)
      faults.push({ path: [...at, 'size'], issue: 'value' });
    return {
      path: at,
      name: content?.attachment.title ?? `${place + 1}`,
      bytes: bytes ?? Buffer.alloc(0),
    };
  });
  const identifiedBy = identifierOf(parsed.data, request);
  const diagnosis = request.resource.reasonCode.map(inWords).join('; ');
  const history = request.resource.note.map((note) => note.text).join('\n\n');
  if (diagnosis.length > 4000) faults.push({ path: [...request.path, 'reasonCode'], issue: 'too-costly' });
  if (history.length > 20_000) faults.push({ path: [...request.path, 'note'], issue: 'too-costly' });
  const caseName = inWords(request.resource.code);
  if (caseName.length > 200) faults.push({ path: [...request.path, 'code'], issue: 'too-costly' });
  if (faults.length > 0 || !email.success) throw refusedBundle(...faults);
  const [name] = person.resource.name;
  return {
    identifier: identifiedBy,
    email: email.data,
    person: {
      first_name: (name?.given ?? []).join(' '),
      last_name: name?.family ?? '',
      date_of_birth: person.resource.birthDate,
    },
    doctor: doctor?.toLowerCase(),
    case_name: caseName,
    diagnosis,
    medical_history: history,
    documents: files,
    entries: entries.map(({ resource }) => ({ type: resource.resourceType })),
  };
};
