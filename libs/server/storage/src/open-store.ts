import { join } from 'node:path';
import type { Env } from '@konsil/server-settings/env';
import { FileStore, type ObjectNames } from './file-store.ts';
import { LocalObjects } from './local-objects.ts';
import { S3Objects } from './s3-objects.ts';

export type StorageEnv = Pick<
  Env,
  'KONSIL_DATA_DIR' | 'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
> &
  Partial<Pick<Env, 'storagePrefix' | 'S3_LOCK_DAYS'>>;

/** The file store of an installation: S3-compatible if an endpoint is set, otherwise the data folder. */
export const openFileStore = (env: StorageEnv, names?: ObjectNames): FileStore => {
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = env;
  const objects =
    endpoint && bucket && accessKeyId && secretAccessKey
      ? new S3Objects({
          endpoint,
          bucket,
          region: env.S3_REGION,
          accessKeyId,
          secretAccessKey,
          ...(env.S3_LOCK_DAYS ? { lockDays: env.S3_LOCK_DAYS } : {}),
          ...(env.storagePrefix ? { prefix: env.storagePrefix } : {}),
        })
      : new LocalObjects(join(env.KONSIL_DATA_DIR, 'files'));
  return new FileStore(objects, names);
};
