import * as z from 'zod/mini';
import { givenIdSchema } from './common.ts';

/** Kinds of measurements in an image. */
export const measurementKinds = ['length', 'bidirectional', 'angle', 'cobb', 'ellipse', 'rectangle', 'arrow'] as const;
export type MeasurementKind = (typeof measurementKinds)[number];

const uid = z.string().check(z.regex(/^[0-9.]{1,64}$/));
/** Columns from the left and rows from the top edge of the image, as in DICOM's SCOORD. */
const point = z.tuple([
  z.number().check(z.gte(-100_000), z.lte(100_000)),
  z.number().check(z.gte(-100_000), z.lte(100_000)),
]);

/** The kinds of numbers that a measurement reports outside the viewer: millimetres in the body, else pixels. */
export const measuredThings = [
  'length',
  'long_axis',
  'short_axis',
  'angle',
  'cobb',
  'area',
  'mean',
  'deviation',
] as const;
export const measuredUnits = ['mm', 'mm2', 'deg', 'HU', 'px'] as const;
export const measuredNumberSchema = z.object({
  of: z.enum(measuredThings),
  value: z.number(),
  unit: z.enum(measuredUnits),
});
export type MeasuredNumber = z.infer<typeof measuredNumberSchema>;

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
  /** Set where the doctor marked it for the answer: the numbers to send, as the viewer computed them. */
  for_answer: z.optional(z.object({ numbers: z.array(measuredNumberSchema).check(z.maxLength(8)) })),
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

/** The most measurements that one answer takes. */
export const mostMarked = 50;

/** A measurement as an answer has it, with the image that it was made in. */
export const markedMeasurementSchema = z.object({
  ...z.omit(measurementSchema, { for_answer: true }).shape,
  numbers: z.array(measuredNumberSchema),
  image: z.object({
    document_id: z.uuid(),
    modality: z.string(),
    study_date: z.nullable(z.iso.date()),
    series_number: z.nullable(z.int()),
    /** The instance number in the file. */
    number: z.nullable(z.int()),
    frames: z.int(),
  }),
});
export type MarkedMeasurement = z.infer<typeof markedMeasurementSchema>;

/** The measurements that the doctor marked for the next answer of a case. */
export const markedForAnswerSchema = z.object({
  /** Revision of the draft that contains them; null without one. */
  revision: z.nullable(z.string()),
  items: z.array(markedMeasurementSchema),
  /** Marked ones that cannot be sent: their image is gone, or names another person. */
  left_out: z.int(),
});
export type MarkedForAnswer = z.infer<typeof markedForAnswerSchema>;

/** The measurements to send: those of a draft that the sender saw in this revision. */
export const sentMeasurementsSchema = z.object({
  revision: z.string().check(z.maxLength(64)),
  ids: z.array(givenIdSchema()).check(z.maxLength(mostMarked)),
});
export type SentMeasurements = z.infer<typeof sentMeasurementsSchema>;

/** The measurements that were sent with one answer, for the viewer. */
export const answeredMeasurementsSchema = z.object({
  answer_id: z.uuid(),
  doctor: z.string(),
  answered_at: z.iso.datetime(),
  items: z.array(markedMeasurementSchema),
});
export type AnsweredMeasurements = z.infer<typeof answeredMeasurementsSchema>;
