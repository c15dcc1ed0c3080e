import * as z from 'zod/mini';

/** Kinds of measurements in an image. */
export const measurementKinds = ['length', 'bidirectional', 'angle', 'cobb', 'ellipse', 'rectangle', 'arrow'] as const;
export type MeasurementKind = (typeof measurementKinds)[number];

const uid = z.string().check(z.regex(/^[0-9.]{1,64}$/));
/** Columns from the left and rows from the top edge of the image, as in DICOM's SCOORD. */
const point = z.tuple([
  z.number().check(z.gte(-100_000), z.lte(100_000)),
  z.number().check(z.gte(-100_000), z.lte(100_000)),
]);

/** A measurement in an image of an open study. */
export const measurementSchema = z.object({
  id: z.uuid(),
  kind: z.enum(measurementKinds),
  study: uid,
  series: uid,
  /** The instance's name in DICOMweb URLs: its UID, and for one of several with that UID more behind a tilde. */
  instance: z.string().check(z.regex(/^[\w.~-]{1,160}$/)),
  /** From 1. */
  frame: z.int().check(z.gte(1), z.lte(1_000_000)),
  points: z.array(point).check(z.minLength(1), z.maxLength(8)),
  /** The doctor's name for it. */
  name: z.string().check(z.maxLength(120)),
  /** The window it was measured in; null for the file's own. */
  window: z.nullable(z.object({ center: z.number(), width: z.number() })),
});
export type Measurement = z.infer<typeof measurementSchema>;

/** The version of this format. A newer one is shown as "cannot be read here", never overwritten. */
export const measurementsVersion = 1;
export const measurementsSchema = z.object({
  version: z.literal(measurementsVersion),
  items: z.array(measurementSchema).check(z.maxLength(500)),
});
export type Measurements = z.infer<typeof measurementsSchema>;

/** A doctor's measurements of a case. */
export const keptMeasurementsSchema = z.object({
  content: measurementsSchema,
  /** Changes with every write; null before the first. */
  revision: z.nullable(z.string()),
});
export type KeptMeasurements = z.infer<typeof keptMeasurementsSchema>;

/** @property over the revision that the writer knows; another one is a conflict */
export const measurementsWriteSchema = z.object({
  content: measurementsSchema,
  over: z.nullable(z.string().check(z.maxLength(64))),
});
export type MeasurementsWrite = z.infer<typeof measurementsWriteSchema>;
