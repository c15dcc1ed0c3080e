export { loginSchema, otpSchema } from '@konsil/contracts/sign-in';
