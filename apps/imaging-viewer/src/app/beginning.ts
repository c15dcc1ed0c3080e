/** The beginning of the page: the portal says it in the fragment, which no server gets. */
export interface Beginning {
  /** In plain words, without the tools for doctors. */
  plain: boolean;
  /** The measurement of an answer to show first. */
  measurement: string | null;
}

export function readBeginning(hash: string): Beginning {
  const said = new URLSearchParams(hash.slice(1));
  const measurement = said.get('measurement') ?? '';
  return { plain: said.has('plain'), measurement: /^[\w-]{36}$/.test(measurement) ? measurement : null };
}
