/**
 * Decodes one HEIC photo. A classic script without imports, because the library is one and stays a separate file
 * (docs/decisions/heic.md).
 */

export interface HeicRequest {
  /** URL of the library. */
  library: string;
  photo: Blob;
}
/** The upright picture, null when it is damaged or not a photo, or that the library could not be loaded. */
export type HeicAnswer = ImageData | null | 'no library';

interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  display(picture: ImageData, drawn: (picture: ImageData | null) => void): void;
}
interface WorkerScope {
  importScripts(address: string): void;
  libheif(): { HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } };
  trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(address: string): string },
    ): { createScriptURL(address: string): string };
  };
  location: { origin: string; href: string };
  onmessage: ((message: MessageEvent<HeicRequest>) => void) | null;
  postMessage(answer: HeicAnswer, transferred?: Transferable[]): void;
}
const scope = globalThis as unknown as WorkerScope;

const load = (library: string): void => {
  const ownAddress = (address: string) => {
    if (new URL(address, scope.location.href).origin !== scope.location.origin)
      throw new TypeError('a script of another place');
    return address;
  };
  scope.importScripts(
    scope.trustedTypes?.createPolicy('konsil-heic', { createScriptURL: ownAddress }).createScriptURL(library) ??
      ownAddress(library),
  );
};

scope.onmessage = async ({ data: { library, photo } }) => {
  try {
    load(library);
  } catch {
    return scope.postMessage('no library');
  }
  const { HeifDecoder } = scope.libheif();
  const images = new HeifDecoder().decode(new Uint8Array(await photo.arrayBuffer()));
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (!image) return scope.postMessage(null);
  image.display(new ImageData(image.get_width(), image.get_height()), (picture) =>
    scope.postMessage(picture, picture ? [picture.data.buffer] : []),
  );
};
