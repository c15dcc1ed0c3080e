import type { UploadedItem } from '@konsil/contracts/documents';
import type { Upload, UploadFailure } from './upload.ts';

/** A file as it survives a reload: first its bytes, after the upload the server's response. */
export interface UploadRecord extends Pick<Upload, 'scan' | 'original'> {
  id: string;
  /** Idempotency key: the same for every attempt with the same bytes. */
  key: string;
  /** The account that chose the file: no other may see it in this browser. */
  owner: string;
  caseId: string;
  addedAt: number;
  name: string;
  size: number;
  sha256: string | null;
  file: File | null;
  uploaded: UploadedItem[] | null;
  /** The reason why the server refuses it for good. */
  refused?: Pick<UploadFailure, 'code' | 'fault' | 'kind'>;
  /** The document it becomes a page of, while unsent. */
  pageOf?: string | null;
  /** Unconverted, because the converter is not loaded yet. */
  unchecked?: true;
}

export interface UploadRecords {
  all(): Promise<UploadRecord[]>;
  /** Fails if the record cannot be read. */
  get(id: string): Promise<UploadRecord | undefined>;
  put(record: UploadRecord): Promise<void>;
  remove(id: string): Promise<void>;
  clear(): Promise<void>;
}

/** Records that last as long as the page: private windows have no IndexedDB. */
export const recordsInMemory = (): UploadRecords => {
  const records = new Map<string, UploadRecord>();
  return {
    all: async () => [...records.values()],
    get: async (id) => records.get(id),
    put: async (record) => void records.set(record.id, record),
    remove: async (id) => void records.delete(id),
    clear: async () => records.clear(),
  };
};

const databaseName = 'konsil-uploads';
const storeName = 'uploads';

// A browser's storage can hang for good, e.g. when the previous page was closed during a transaction.
const patience = 5000;
class NoAnswer extends Error {}

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    const late = setTimeout(() => reject(new NoAnswer()), patience);
    request.onsuccess = () => {
      clearTimeout(late);
      resolve(request.result);
    };
    request.onerror = () => {
      clearTimeout(late);
      reject(request.error ?? new Error('IndexedDB'));
    };
  });

const recordsInDatabase = (database: IDBDatabase): UploadRecords => {
  const store = (mode: IDBTransactionMode) => database.transaction(storeName, mode).objectStore(storeName);
  return {
    all: () => settled(store('readonly').getAll() as IDBRequest<UploadRecord[]>),
    get: (id) => settled(store('readonly').get(id) as IDBRequest<UploadRecord | undefined>),
    put: async (record) => void (await settled(store('readwrite').put(record))),
    remove: (id) => settled(store('readwrite').delete(id)),
    clear: async () => {
      try {
        await settled(store('readwrite').clear());
      } catch {
        // The sign-out response clears this browser's storage itself, which closes the database.
      }
    },
  };
};

/** Uses the database until it hangs, and memory from then on. */
const whileAnswering = (database: UploadRecords): UploadRecords => {
  let records = database;
  const inDatabase = new Set<string>();
  const asking = async <T>(ask: (of: UploadRecords) => Promise<T>): Promise<T> => {
    try {
      return await ask(records);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      if (records === database) records = recordsInMemory();
      return ask(records);
    }
  };
  const note = (...ids: string[]) => {
    if (records === database) for (const id of ids) inDatabase.add(id);
  };
  return {
    all: async () => {
      const found = await asking((of) => of.all());
      note(...found.map(({ id }) => id));
      return found;
    },
    get: async (id) => {
      const found = await asking((of) => of.get(id));
      // The database that has it hangs: it is not removed.
      if (!found && records !== database && inDatabase.has(id)) throw new NoAnswer();
      return found;
    },
    put: async (record) => {
      await asking((of) => of.put(record));
      note(record.id);
    },
    remove: (id) => {
      inDatabase.delete(id);
      return asking((of) => of.remove(id));
    },
    clear: () => asking((of) => of.clear()),
  };
};

/** This browser's records: IndexedDB where it is allowed and responds, memory otherwise. */
export const openUploadRecords = async (): Promise<UploadRecords> => {
  try {
    const opening = indexedDB.open(databaseName, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName, { keyPath: 'id' });
    return whileAnswering(recordsInDatabase(await settled(opening)));
  } catch {
    return recordsInMemory();
  }
};
