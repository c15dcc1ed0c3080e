/** A document of the case as a message carries it: what it and its file are called, and where it is read. */
export interface Attachable {
  id: string;
  name: string;
  file: string;
  to: string;
}
