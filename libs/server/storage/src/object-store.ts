import type { Mark } from './mark.ts';

/** One stored object, encrypted: what the file store keeps and the sweeper looks through. */
export interface StoredObject {
  key: string;
  storedAt: Date;
}

/**
 * Where encrypted objects lie: a folder or an S3-compatible service. Keys are UUIDs that we made, never names from outside.
 * Objects are written once and never changed.
 */
export interface ObjectStore {
  /** Where it is, as the operator knows it. */
  readonly address: string;
  /** Whole or not at all: after a failure, or a crash, nothing stands under the key. */
  put(key: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** @throws {ObjectMissing} */
  size(key: string): Promise<number>;
  /** The bytes from `start` up to, not including, `end`. @throws {ObjectMissing} */
  read(key: string, start: number, end: number): AsyncIterable<Buffer>;
  /** Deleting what is not there is no failure. */
  delete(key: string): Promise<void>;
  list(): AsyncIterable<StoredObject>;
  /** Clears away what was begun before `before` and never finished. */
  dropUnfinished(before: Date): Promise<void>;
  /** Whose storage this is; null for one that nobody has used. */
  readMark(): Promise<Mark | null>;
  writeMark(mark: Mark): Promise<void>;
}

export class ObjectMissing extends Error {
  constructor(readonly key: string) {
    super(`No object ${key}.`);
  }
}

/** The storage does not answer, or not in time: an outage (server-platform/http/problems). */
export class StorageAway extends Error {
  readonly code = 'STORAGE_AWAY';
}

/** Stored bytes are not the ones that were written. They are never served. */
export class DamagedFile extends Error {
  constructor(readonly key: string) {
    super(`The stored file ${key} was changed.`);
  }
}

const keyPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Whether a name in the store is one of ours. */
export const isObjectKey = (name: string): boolean => keyPattern.test(name);
