/** A document of the case as a message carries it: what it is called and where it is read. */
export interface Attachable {
  id: string;
  name: string;
  to: string;
}
