// Its own module, so that uploads are fetched after the page and not with it.
export { keepUploads } from '@konsil/documents-upload';
