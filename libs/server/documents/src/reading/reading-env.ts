import * as z from 'zod';

/** All the reading process knows of the installation: where files are. It never sees the master key. */
export const readingEnv = z.object({
  KONSIL_DATA_DIR: z.string(),
  S3_ENDPOINT: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  storagePrefix: z.string().default(''),
});
export type ReadingEnv = z.input<typeof readingEnv>;
