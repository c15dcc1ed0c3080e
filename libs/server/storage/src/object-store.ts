import type { KeptObjects } from '@konsil/server-platform/audit/kept-chain';
import type { StorageMark } from './mark.ts';

/** One stored, encrypted object, as the file store and the sweeper see it. */
export interface StoredObject {
  key: string;
  storedAt: Date;
  /** Size of the encrypted bytes. */
  size: number;
}

/**
 * The storage of encrypted objects: a folder or an S3-compatible service. Keys are our own UUIDs, never external names.
 * Objects are immutable. Kept objects (`keep`) have names of ours, and are neither listed nor deleted.
 */
export interface ObjectStore extends KeptObjects {
  /** Its location, for the operator. */
  readonly address: string;
  /** Atomic: after a failure or crash, nothing exists under the key. */
  put(key: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** @throws {ObjectMissing} */
  size(key: string): Promise<number>;
  /** The bytes from `start` to `end` (exclusive). @throws {ObjectMissing} */
  read(key: string, start: number, end: number): AsyncIterable<Buffer>;
  /** Deleting a missing object is no error. */
  delete(key: string): Promise<void>;
  /** Null if there is none. */
  find(key: string): Promise<StoredObject | null>;
  /** Objects whose key begins with `piece` (none or {@link pieces}); nothing the server does regularly may list them all. */
  list(piece?: string): AsyncIterable<StoredObject>;
  /** Deletes unfinished uploads started before `before`. */
  dropUnfinished(before: Date): Promise<void>;
  /** The owner of the storage; null if unused. */
  readMark(): Promise<StorageMark | null>;
  writeMark(mark: StorageMark): Promise<void>;
}

export class ObjectMissing extends Error {
  constructor(readonly key: string) {
    super(`No object ${key}.`);
  }
}

/** The storage does not respond in time: an outage (server-platform/http/problems). */
export class StorageAway extends Error {
  readonly code = 'STORAGE_AWAY';
}

/** Stored bytes differ from those written. They are never served. */
export class DamagedFile extends Error {
  constructor(readonly key: string) {
    super(`The stored file ${key} was changed.`);
  }
}

const keptPattern = /^kept\/(?:anchors|erasures|endings)\/[0-9a-f-]{36}\/\d{9}\/\d{3}\.json$/;
/** @throws {Error} for any other name: `keep` stores nothing else. */
export const insistOnKeptName = (name: string): void => {
  if (!keptPattern.test(name)) throw new Error(`${name} is no name of a kept object.`);
};

/** The beginnings of keys: the storage is compared one after the other, so that neither side is held as a whole. */
export const pieces: readonly string[] = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(2, '0'));

const keyPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** True if a name in the store is one of our keys. */
export const isObjectKey = (name: string): boolean => keyPattern.test(name);
