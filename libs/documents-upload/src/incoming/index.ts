export { futureCase } from '../queue/upload.ts';
export { CodeMissing } from '../workers/ask-worker.ts';
export { readFhirXml } from './fhir-xml.ts';
export { namesOf } from './person-in-fhir.ts';
export { TooManyFiles } from './incoming.ts';
export type { Incoming, IncomingFile, LeftOut } from './incoming.ts';
export { readIncoming } from './read-incoming.ts';
export { uploadIncoming, waitingForNewCase } from './upload-incoming.ts';
