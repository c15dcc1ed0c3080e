/** SHA-256 of a file as hex, like the server's `sha256`; null without a secure context. */
export const checksumOf = async (file: Blob): Promise<string | null> => {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (!subtle) return null;
  const digest = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
};
