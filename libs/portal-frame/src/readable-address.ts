export { readableAddress } from '@konsil/contracts/mail-address';
