export { PasswordSection } from './PasswordSection.tsx';
export { SessionsSection } from './SessionsSection.tsx';
export { SignInsSection } from './SignInsSection.tsx';
export { accountTexts } from './texts.ts';
