/** The beginning of the page: the portal says it in the fragment, which no server gets. */
export interface Beginning {
  /** In plain words, without the tools for doctors. */
  plain: boolean;
  /** The measurement of an answer to show first. */
  measurement: string | null;
  /** The image of a report to show first. */
  image: BegunImage | null;
}

/** An image by its numbers in DICOM; frames count from 1. */
export interface BegunImage {
  instance: string;
  frame: number;
}

export function readBeginning(hash: string): Beginning {
  const said = new URLSearchParams(hash.slice(1));
  const measurement = said.get('measurement') ?? '';
  const [, instance, frame] = /^([\d.]{1,64})\/(\d{1,6})$/.exec(said.get('image') ?? '') ?? [];
  return {
    plain: said.has('plain'),
    measurement: /^[\w-]{36}$/.test(measurement) ? measurement : null,
    image: instance && frame ? { instance, frame: Number(frame) } : null,
  };
}
