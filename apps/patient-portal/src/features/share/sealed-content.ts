// @bundle route
import { absentReason, askedUnknown } from '@konsil/contracts/fhir-absent';

/**
 * The content of sealed links as FHIR R4, the only kind of content that the IG allows beside cards: texts as documents
 * (`Bundle` with a `Composition`), files as `DocumentReference` (docs/decisions/sealed-links.md).
 */

export interface SharedText {
  kind: 'text';
  title: string;
  author: string;
  /** ISO 8601. */
  at: string;
  patient: string;
  birthDate: string;
  parts: { title: string; text: string }[];
}
export interface SharedFile {
  kind: 'file';
  /** A UUID by which the pictures of this file name it. */
  id?: string;
  /** Kind of the document, and where it is from. */
  title: string;
  author: string;
  /** The day of the document, `YYYY-MM-DD`. */
  day: string | null;
  /** True if nobody knows the day; the link says so. */
  dayUnknown?: boolean;
  fileName: string;
  contentType: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** A preview picture of a file that browsers cannot display. */
  preview?: { contentType: string; bytes: Uint8Array<ArrayBuffer> };
}
/** Pictures of a series of images, for looking at. */
export interface SharedSeries {
  title: string;
  /** The number of images in the series, of which some have a picture. */
  total: number;
  /** In the order of the series; `at` is the place in it, from 1. */
  pictures: { at: number; contentType: string; bytes: Uint8Array<ArrayBuffer> }[];
}
export interface SharedPictures {
  kind: 'pictures';
  /** The `id` of the file whose images they show. */
  of: string;
  series: SharedSeries[];
}
/** The pictures that every browser shows. */
export const pictureTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];
/** The files that a link's page shows without a preview. */
export const shownTypes: readonly string[] = ['application/pdf', ...pictureTypes];
export type SharedItem = SharedText | SharedFile | SharedPictures;

const xhtml = 'http://www.w3.org/1999/xhtml';
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char);
const narrative = (text: string): string =>
  `<div xmlns="${xhtml}"><p>${escaped(text.trim()).replace(/\r?\n/g, '<br/>')}</p></div>`;
const written: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const charOf = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '');
/** The words of a narrative: markup is never rendered. */
const wordsOf = (div: string): string =>
  div
    .replace(/\s*<br\s*\/?>\s*/gi, '\n')
    .replace(/<\/(?:p|li|div|h\d|tr)>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
      if (hex) return charOf(Number.parseInt(hex, 16));
      return decimal ? charOf(Number(decimal)) : (written[name ?? ''] ?? whole);
    })
    .trim();

const atOnce = 0x8000;
const base64Of = (bytes: Uint8Array): string => {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += atOnce)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + atOnce)));
  return btoa(pieces.join(''));
};
const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
};

const textResource = ({ title, author, at, patient, birthDate, parts }: SharedText): object => {
  const [composition, subject] = [`urn:uuid:${crypto.randomUUID()}`, `urn:uuid:${crypto.randomUUID()}`];
  return {
    resourceType: 'Bundle',
    type: 'document',
    identifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${crypto.randomUUID()}` },
    timestamp: at,
    entry: [
      {
        fullUrl: composition,
        resource: {
          resourceType: 'Composition',
          status: 'final',
          type: { coding: [{ system: 'http://loinc.org', code: '11488-4', display: 'Consult note' }] },
          subject: { reference: subject, display: patient },
          date: at,
          author: [{ display: author }],
          title,
          section: parts.map((part) => ({
            title: part.title,
            text: { status: 'generated', div: narrative(part.text) },
          })),
        },
      },
      { fullUrl: subject, resource: { resourceType: 'Patient', name: [{ text: patient }], birthDate } },
    ],
  };
};

const attachmentOf = (contentType: string, title: string, bytes: Uint8Array): object => ({
  contentType,
  title,
  size: bytes.length,
  data: base64Of(bytes),
});
const uris = 'urn:ietf:rfc:3986';
const uuidUrn = 'urn:uuid:';
const identifierOf = (id: string): object => ({ system: uris, value: uuidUrn + id });
const fileResource = ({
  id,
  title,
  author,
  day,
  dayUnknown,
  fileName,
  contentType,
  bytes,
  preview,
}: SharedFile): object => ({
  resourceType: 'DocumentReference',
  ...(id && { identifier: [identifierOf(id)] }),
  status: 'current',
  type: { text: title },
  ...(author && { author: [{ display: author }] }),
  content: [
    {
      attachment: {
        ...attachmentOf(contentType, fileName, bytes),
        ...(day && { creation: day }),
        ...(dayUnknown && { _creation: askedUnknown }),
      },
    },
    // The same document in another format, as R4 has it.
    ...(preview ? [{ attachment: attachmentOf(preview.contentType, `preview of ${fileName}`, preview.bytes) }] : []),
  ],
});

/** A `DocumentReference` for each series; the title of an attachment is its place in the series: `34/118`. */
const picturesResource = ({ of, series }: SharedPictures): object => ({
  resourceType: 'Bundle',
  type: 'collection',
  entry: series.map(({ title, total, pictures }) => ({
    fullUrl: uuidUrn + crypto.randomUUID(),
    resource: {
      resourceType: 'DocumentReference',
      status: 'current',
      type: { text: title },
      relatesTo: [{ code: 'transforms', target: { identifier: identifierOf(of) } }],
      content: pictures.map(({ at, contentType, bytes }) => ({
        attachment: attachmentOf(contentType, `${at}/${total}`, bytes),
      })),
    },
  })),
});

/** An item as the JSON that is encrypted. */
export const toResource = (item: SharedItem): object => {
  if (item.kind === 'text') return textResource(item);
  return item.kind === 'file' ? fileResource(item) : picturesResource(item);
};

type Json = Record<string, unknown>;
const record = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const many = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const word = (value: unknown): string => (typeof value === 'string' ? value : '');
const sectionsOf = (value: unknown): SharedText['parts'] =>
  many(value).flatMap((entry) => {
    const section = record(entry);
    const text = wordsOf(word(record(section.text).div));
    return [...(text || section.title ? [{ title: word(section.title), text }] : []), ...sectionsOf(section.section)];
  });

const idIn = (identifier: unknown): string => {
  const value = word(record(identifier).value);
  return value.startsWith(uuidUrn) ? value.slice(uuidUrn.length) : '';
};
const attachmentsOf = (resource: Json): Json[] => many(resource.content).map((one) => record(record(one).attachment));

/** The pictures in a collection. @throws if it is of another kind */
const picturesIn = (resources: readonly Json[]): SharedPictures => {
  const [first] = resources;
  const of = idIn(record(record(many(record(first).relatesTo)[0]).target).identifier);
  if (!of) throw new Error('This collection shows no images.');
  const series = resources.map((resource): SharedSeries => {
    const places = attachmentsOf(resource).flatMap((attachment) => {
      const [, at, total] = /^(\d{1,6})\/(\d{1,6})$/.exec(word(attachment.title)) ?? [];
      const contentType = word(attachment.contentType);
      return at && pictureTypes.includes(contentType)
        ? [{ total: Number(total), picture: { at: Number(at), contentType, bytes: bytesOf(word(attachment.data)) } }]
        : [];
    });
    return {
      title: word(record(resource.type).text),
      total: places[0]?.total ?? 0,
      pictures: places.map(({ picture }) => picture),
    };
  });
  return { kind: 'pictures', of, series: series.filter(({ pictures }) => pictures.length > 0) };
};

/** The item in a decrypted file. @throws if it cannot be shown */
export const fromResource = (json: string): SharedItem => {
  const resource = record(JSON.parse(json));
  const authorOf = (of: Json) => word(record(many(of.author)[0]).display);
  if (resource.resourceType === 'Bundle') {
    const [first, ...others] = many(resource.entry).map((entry) => record(record(entry).resource));
    if (resource.type === 'collection' && first) return picturesIn([first, ...others]);
    if (first?.resourceType !== 'Composition') throw new Error('This bundle is no document.');
    const patient = others.find(({ resourceType }) => resourceType === 'Patient') ?? {};
    return {
      kind: 'text',
      title: word(first.title),
      author: authorOf(first),
      at: word(first.date),
      patient: word(record(first.subject).display),
      birthDate: word(patient.birthDate),
      parts: sectionsOf(first.section),
    };
  }
  if (resource.resourceType === 'DocumentReference') {
    const [attachment = {}, ...others] = attachmentsOf(resource);
    const id = idIn(many(resource.identifier)[0]);
    const preview = others.find(({ contentType }) => pictureTypes.includes(word(contentType)));
    return {
      kind: 'file',
      ...(id && { id }),
      title: word(record(resource.type).text),
      author: authorOf(resource),
      day: word(attachment.creation) || null,
      ...(many(record(attachment._creation).extension).some((one) => record(one).url === absentReason) && {
        dayUnknown: true,
      }),
      fileName: word(attachment.title),
      contentType: word(attachment.contentType),
      bytes: bytesOf(word(attachment.data)),
      ...(preview && {
        preview: { contentType: word(preview.contentType), bytes: bytesOf(word(preview.data)) },
      }),
    };
  }
  throw new Error('This file has an unknown kind.');
};
