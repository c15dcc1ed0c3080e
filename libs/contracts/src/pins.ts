import * as z from 'zod/mini';
import { medicalKinds } from './codes.ts';
import { optionalText } from './common.ts';

/** The most pins that one answer takes. */
export const mostPins = 30;

const share = z.number().check(z.gte(0), z.lte(1));
/** A part of an upright page, in shares of its width and height. */
export const regionSchema = z
  .object({ left: share, top: share, width: share, height: share })
  .check(z.refine(({ left, top, width, height }) => Math.max(left + width, top + height) <= 1.001));
export type Region = z.infer<typeof regionSchema>;

const onPage = {
  kind: z.literal('page'),
  document_id: z.uuid(),
  /** From 1; a photo has one. */
  page: z.int().check(z.gte(1), z.lte(10_000)),
  /** Null for the whole page. */
  region: z.nullable(regionSchema),
};
/** One of the measurements that go with the answer. */
const inImage = z.object({ kind: z.literal('measurement'), id: z.uuid() });

export const pinPlaceSchema = z.union([z.object(onPage), inImage]);
export type PinPlace = z.infer<typeof pinPlaceSchema>;

const pinNumber = z.int().check(z.gte(1), z.lte(99));
/** A pin as the doctor places it: its number stands in brackets in a text of the answer. */
export const writtenPinSchema = z.object({
  number: pinNumber,
  /** A description of the finding there, in plain words. */
  words: optionalText(300),
  place: pinPlaceSchema,
});
export type WrittenPin = z.infer<typeof writtenPinSchema>;

/** A pin as it was sent. */
export const pinSchema = z.object({
  number: pinNumber,
  words: z.string(),
  place: z.union([
    z.object({
      ...onPage,
      document: z.object({
        medical_kind_code: z.nullable(z.enum(medicalKinds)),
        issue_date: z.nullable(z.iso.date()),
        source_name: z.string(),
      }),
      /** True if the reader can open this very document. */
      there: z.boolean(),
    }),
    inImage,
  ]),
});
export type Pin = z.infer<typeof pinSchema>;

/** The page and region of a URL fragment; null if it names no page. */
export const parsePlace = (hash: string): { page: number; region: Region | null } | null => {
  const said = new URLSearchParams(hash.slice(1));
  const page = Number(said.get('page'));
  if (!Number.isInteger(page) || page < 1) return null;
  const [left, top, width, height] = (said.get('at') ?? '').split(',').map(Number);
  const region = regionSchema.safeParse({ left, top, width, height });
  return { page, region: said.has('at') && region.success ? region.data : null };
};
