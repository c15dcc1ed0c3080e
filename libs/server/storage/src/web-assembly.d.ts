/** The one part of WebAssembly that the server uses; its types come with a browser's library only. */
declare namespace WebAssembly {
  class Memory {
    /** @param descriptor `initial`: pages of 64 KiB */
    constructor(descriptor: { initial: number });
    readonly buffer: ArrayBuffer;
  }
}
