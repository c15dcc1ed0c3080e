import type { PicturedPerson } from '@konsil/contracts/person-names';
import { isObject, listOf, textOf, type Json } from './fhir-json.ts';
import { readFhirXml } from './fhir-xml.ts';
import { mostAttachments, mostMailBytes, type LeftOutReason } from './incoming.ts';
import { namesOf } from './person-in-fhir.ts';
import { plainName } from './read-mail.ts';

/** The documents of a FHIR R4 bundle, each with the person that it is about. */
export interface ReadBundle {
  files: { file: File; person: PicturedPerson | null }[];
  leftOut: { name: string; reason: LeftOutReason }[];
}

/** A FHIR file in XML is not as FHIR demands: it has a document type, another encoding, or is too large or deep. */
export class UnreadableXml extends Error {}

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const parsedXml = async (xml: File): Promise<unknown> => {
  if (xml.size > mostMailBytes) throw new UnreadableXml();
  const bytes = await xml.arrayBuffer();
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableXml();
  }
  const read = readFhirXml(text, mostMailBytes);
  if (read === null) throw new UnreadableXml();
  return read;
};

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
};

const personOf = (patient: Json | undefined): PicturedPerson | null => {
  const [name] = namesOf(patient);
  const birthDate = /^\d{4}-\d\d-\d\d$/.exec(textOf(patient?.['birthDate']))?.[0] ?? null;
  if (!name && !birthDate) return null;
  const { family, given, text } = name ?? { family: '', given: '', text: '' };
  return { patientName: family ? `${family}^${given}` : `${text}^`, birthDate };
};

/**
 * Takes the documents out of a bundle (DocumentReference, with its data in place or in a Binary of the bundle). No
 * address is fetched. Null if the file is no such bundle; a patient summary is read elsewhere.
 * @throws {UnreadableXml}
 */
export const readBundle = async (file: File, form: 'json' | 'xml'): Promise<ReadBundle | null> => {
  if (form === 'json' && file.size > mostMailBytes) return null;
  const bundle = form === 'xml' ? await parsedXml(file) : parsedJson(await file.text());
  if (!isObject(bundle) || bundle['resourceType'] !== 'Bundle' || bundle['type'] === 'document') return null;
  const entries = listOf(bundle['entry']);
  const addressed = new Map<string, Json>();
  for (const { fullUrl, resource } of entries) {
    if (!isObject(resource)) continue;
    addressed.set(`${textOf(resource['resourceType'])}/${textOf(resource['id'])}`, resource);
    if (textOf(fullUrl)) addressed.set(textOf(fullUrl), resource);
  }
  const resources = entries.map(({ resource }) => resource).filter(isObject);
  const references = resources.filter(({ resourceType }) => resourceType === 'DocumentReference');
  if (references.length === 0) return null;
  const patients = resources.filter(({ resourceType }) => resourceType === 'Patient');
  const read: ReadBundle = { files: [], leftOut: [] };
  const take = (attachment: Json, name: string, person: PicturedPerson | null) => {
    const leave = (reason: LeftOutReason) => void read.leftOut.push({ name, reason });
    const binary = addressed.get(textOf(attachment['url']));
    const data = textOf(attachment['data']) || textOf(binary?.['data']);
    if (!data) return leave('elsewhere');
    const bytes = bytesOf(data);
    if (!bytes) return leave('unreadable');
    read.files.push({ file: new File([bytes], name), person });
  };
  for (const { status, docStatus, subject, description, content } of references) {
    const about = isObject(subject) ? addressed.get(textOf(subject['reference'])) : undefined;
    const person = personOf(about ?? (patients.length === 1 && !isObject(subject) ? patients[0] : undefined));
    for (const { attachment } of listOf(content)) {
      const place = read.files.length + read.leftOut.length;
      if (!isObject(attachment)) continue;
      const name = plainName(textOf(attachment['title']) || textOf(description)) || `document-${place + 1}`;
      if (place >= mostAttachments) read.leftOut.push({ name, reason: 'tooMany' });
      else if ([status, docStatus].includes('entered-in-error')) read.leftOut.push({ name, reason: 'withdrawn' });
      else take(attachment, name, person);
    }
  }
  return read;
};
