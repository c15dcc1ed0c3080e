import type { fhirSearchQuery, FhirSearchType } from '@konsil/contracts/fhir';
import { inPatient } from '@konsil/server-domain/access/addresses';
import { allows } from '@konsil/server-domain/backend-clients/scopes';
import { askFor } from '@konsil/server-domain/http/route';
import { sliceSortedPage } from '@konsil/server-platform/http/cursors';
import type { Bundle, BundleEntry, FhirResource } from 'fhir/r4';
import type * as z from 'zod/mini';
import type { Calling } from './calling.ts';
import { badValue, checkNames, countOf, dateCondition, idOf, isStrict, refusal } from './parameters.ts';
import { isReadType, readById } from './read-by-id.ts';
import { includeNames, referencesOf, searches, type DateName, type FhirSearch, type IncludeName } from './searches.ts';

type Query = z.output<typeof fhirSearchQuery>;
type Fields = Record<string, unknown>;
interface Found {
  resources: FhirResource[];
  next: string | null;
  /** Undefined where filters apply page by page. */
  total?: number;
}

/** The names that a type understands. */
export const parametersOf = ({ byPatient, hasStatus, hasLastUpdated, dates }: FhirSearch): string[] => [
  '_id',
  ...(hasLastUpdated ? ['_lastUpdated'] : []),
  ...(byPatient ? ['patient', 'subject'] : []),
  ...(hasStatus ? ['status'] : []),
  ...Object.keys(dates),
];
const ofEverySearch = ['_format', '_count', '_cursor', '_include'];

/** The effective part of the query, which the bundle also gives as its own URL. */
const effective = (search: FhirSearch, query: Query): [name: string, value: string][] => {
  const known = new Set([...parametersOf(search), ...ofEverySearch]);
  return Object.entries(query).flatMap(([name, value]) =>
    known.has(name) && value !== undefined ? [value].flat().map((one): [string, string] => [name, one]) : [],
  );
};

const conditionsOf = (search: FhirSearch, query: Query): ((resource: FhirResource) => boolean)[] => {
  const conditions: ((resource: Fields) => boolean)[] = [];
  for (const [name, field] of Object.entries(search.dates) as [DateName, string][]) {
    const given = query[name];
    if (given === undefined) continue;
    const holds = dateCondition(name, given);
    conditions.push((resource) => holds(resource[field] as string | undefined));
  }
  if (search.hasLastUpdated && query._lastUpdated !== undefined) {
    const holds = dateCondition('_lastUpdated', query._lastUpdated);
    conditions.push(({ meta }) => holds((meta as { lastUpdated?: string } | undefined)?.lastUpdated));
  }
  if (search.hasStatus && query.status !== undefined) {
    // A token may name the system of its code, which is the element's own.
    const wanted = query.status.split(',').map((token) => token.split('|').at(-1));
    conditions.push(({ status }) => wanted.includes(status as string));
  }
  return conditions.map((holds) => (resource) => holds(resource as unknown as Fields));
};

/** The lists of the product have an archive each: first the current items, then those. */
const pageOfLists = async (calling: Calling, page: NonNullable<FhirSearch['page']>, query: Query, count: number) => {
  const [phase = '0', ...rest] = (query._cursor ?? '0.').split('.');
  const cursor = rest.join('.');
  const archived = phase === '1';
  const limit = String(count);
  const got = await page(calling, { limit, archived: archived ? 'true' : 'false', ...(cursor ? { cursor } : {}) });
  return {
    ...got,
    next: got.next ? `${archived ? '1' : '0'}.${got.next}` : archived ? null : '1.',
  };
};

const patientRequired = refusal(400, 'required', 'patientRequired');
const notCounted = refusal(400, 'too-costly', 'notCounted');
const onlyNumber = (total: number): Found => ({ resources: [], next: null, total });
const mostIds = 20;

const find = async (calling: Calling, type: FhirSearchType, search: FhirSearch, query: Query): Promise<Found> => {
  const { base } = calling.telling;
  const conditions = conditionsOf(search, query);
  const holds = (resource: FhirResource) => conditions.every((condition) => condition(resource));
  const count = countOf(query._count);
  // An app has one person: its lists are that person's without being told.
  const only = calling.actor.onlyPatientId;
  const given =
    query._id === undefined ? undefined : [...new Set(query._id.split(',').map((id) => id.trim().toLowerCase()))];
  const ids = given ?? (type === 'Patient' && only ? [only] : undefined);
  const patient = search.byPatient ? (query.patient ?? query.subject ?? (ids ? undefined : only)) : undefined;
  const cut = (resources: FhirResource[]): Found => {
    const fitting = resources
      .filter((resource) => holds(resource) && (!ids || ids.includes(resource.id ?? '')))
      .map((resource) => ({ id: resource.id ?? '', resource }));
    if (count === 0) return onlyNumber(fitting.length);
    const page = sliceSortedPage(calling.kernel.vault, `fhir.${type}`, fitting, query._cursor, count);
    return { resources: page.rows.map(({ resource }) => resource), next: page.next_cursor, total: fitting.length };
  };
  if (ids && ids.length > mostIds) throw refusal(400, 'too-costly', 'tooManyIds', { most: mostIds });
  if (patient !== undefined) {
    const patientId = idOf(patient, 'Patient', base);
    if (!(await maySee(calling, patientId))) return { resources: [], next: null, total: 0 };
    if (!search.pageOfPatient) return cut(await search.all(calling, patientId));
    const isWhole = conditions.length === 0 && !ids;
    // Filters apply to one page at a time, so a filtered page may have fewer resources.
    if (count === 0 && !isWhole) throw notCounted;
    const { resources, next, total } = await search.pageOfPatient(calling, patientId, {
      limit: String(Math.max(1, count)),
      ...(query._cursor ? { cursor: query._cursor } : {}),
    });
    const fitting = resources.filter((resource) => holds(resource) && (!ids || ids.includes(resource.id ?? '')));
    return count === 0 ? onlyNumber(total) : { resources: fitting, next, ...(isWhole ? { total } : {}) };
  }
  if (ids && isReadType(type)) {
    const resources: FhirResource[] = [];
    for (const id of ids) {
      const resource = await readById(calling, type, id);
      if (resource) resources.push(resource);
    }
    return cut(resources);
  }
  if (search.needsPatient && !only) throw patientRequired;
  if (!search.page || only) return cut(await search.all(calling, only));
  if (count === 0) {
    if (conditions.length > 0 || !search.number) throw notCounted;
    return onlyNumber((await search.number(calling, 'false')) + (await search.number(calling, 'true')));
  }
  const page = await pageOfLists(calling, search.page, query, count);
  return { resources: page.resources.filter(holds), next: page.next };
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** True if the reader may see a patient at all; what they see of them is recorded case by case. */
const maySee = async ({ tx, actor, record }: Calling, patientId: string): Promise<boolean> => {
  const id = uuid.test(patientId) ? patientId : undefined;
  const found = await askFor(tx, actor, inPatient('read'), id, { locked: false });
  if (!found.things) record(...found.records);
  return found.things !== null;
};

const isIncludeName = (name: string): name is IncludeName => (includeNames as readonly string[]).includes(name);
/** The references that `_include` asks for, of any type or of one. @throws {Problem} for an unknown one, if `strict` */
const includesIn = (type: FhirSearchType, { includes }: FhirSearch, query: Query, strict: boolean) =>
  [query._include ?? []].flat().flatMap((text) => {
    const [source, name = '', target] = text.split(':');
    if (source === type && isIncludeName(name) && includes.includes(name)) return [{ name, target }];
    if (strict) throw badValue('_include');
    return [];
  });

/** The resources that `_include` adds to a page, each once. */
const included = async (calling: Calling, wantedOf: ReturnType<typeof includesIn>, matches: FhirResource[]) => {
  const { client } = calling.session;
  const wanted = new Map<string, { type: string; id: string }>();
  for (const { name, target } of wantedOf)
    for (const resource of matches)
      for (const { reference = '' } of referencesOf[name](resource as never)) {
        const [found = '', id = ''] = reference.split('/');
        if (id && (!target || target === found)) wanted.set(reference, { type: found, id });
      }
  const resources: FhirResource[] = [];
  for (const { type: target, id } of wanted.values()) {
    const isAllowed = !client || allows(client.scopes, target, 'r');
    const resource = isAllowed && isReadType(target) ? await readById(calling, target, id) : null;
    if (resource) resources.push(resource);
  }
  return resources;
};

/** Answers a search with a page of matches and what was asked to be included. */
export const searchBundle = async (
  calling: Calling,
  type: FhirSearchType,
  query: Query,
  raw: object,
  prefer: string | undefined,
): Promise<Bundle> => {
  const search = searches[type];
  const { base } = calling.telling;
  checkNames(raw, new Set([...parametersOf(search), ...ofEverySearch]), prefer);
  const includes = includesIn(type, search, query, isStrict(prefer));
  const found = await find(calling, type, search, query);
  const others = await included(calling, includes, found.resources);
  const entryOf =
    (mode: 'match' | 'include') =>
    (resource: FhirResource): BundleEntry => ({
      fullUrl: `${base}/${resource.resourceType}/${resource.id}`,
      resource,
      search: { mode },
    });
  const entry = [...found.resources.map(entryOf('match')), ...others.map(entryOf('include'))];
  const used = effective(search, query);
  const address = (pairs: [string, string][]) =>
    `${base}/${type}${pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''}`;
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    ...(found.total === undefined ? {} : { total: found.total }),
    link: [
      { relation: 'self', url: address(used) },
      ...(found.next
        ? [
            {
              relation: 'next',
              url: address([...used.filter(([name]) => name !== '_cursor'), ['_cursor', found.next]]),
            },
          ]
        : []),
    ],
    ...(entry.length > 0 ? { entry } : {}),
  };
};
