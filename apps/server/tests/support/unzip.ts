import { fromBufferPromise } from 'yauzl';

/** All members of a ZIP by name. */
export const unzip = async (bytes: Buffer): Promise<Map<string, Buffer>> => {
  const zip = await fromBufferPromise(bytes);
  const members = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const pieces: Buffer[] = [];
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
    members.set(entry.fileName, Buffer.concat(pieces));
  }
  return members;
};
