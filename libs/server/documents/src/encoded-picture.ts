import { invalid } from '@konsil/server-platform/http/problems';
import type { FileDrawer } from './file-drawer.ts';
import type { EncodedPicture, PictureUse } from './reading/reading.ts';

/**
 * Encodes a picture anew, in a process of its own, because the bytes may be hostile.
 * @param base64 a PNG or JPEG
 * @param path the field that a refusal names
 * @throws {Problem} `invalid` for anything but a sound PNG or JPEG, and for too many pixels
 */
export const encodedPicture = async (
  drawer: FileDrawer,
  use: PictureUse,
  { base64, accountId, path = 'picture' }: { base64: string; accountId: string; path?: string },
): Promise<NonNullable<EncodedPicture['picture']>> => {
  const reply = await drawer.run({ task: 'encode', bytes: Buffer.from(base64, 'base64'), use }, accountId);
  const encoded = reply && 'kind' in reply && reply.kind === 'encoded' ? reply : null;
  if (!encoded?.picture) throw invalid({ path, code: encoded?.tooLarge ? 'pictureTooLarge' : 'unreadable' });
  return encoded.picture;
};
