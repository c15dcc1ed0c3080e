/** A document as an attachment: title, file name and link. */
export interface Attachable {
  id: string;
  name: string;
  file: string;
  to: string;
}
