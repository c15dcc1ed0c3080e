export { accountPages } from './account-routes.tsx';
export { signedInPart } from './frame/behind-store.tsx';
export { ErrorBoundary } from './frame/ErrorBoundary.tsx';
export type { News, NewsOf } from './frame/Live.tsx';
export { OtherPortal } from './frame/OtherPortal.tsx';
export { Loaded } from './frame/Loaded.tsx';
export { fetchAhead, page } from './frame/page.tsx';
export { LoadingTitle, PageLoading } from './frame/PageLoading.tsx';
export { PageFailed } from './frame/PageFailed.tsx';
export { PortalContext, usePortal } from './frame/portal.ts';
export { PortalRoot } from './frame/PortalRoot.tsx';
export { PublicFrame } from './frame/PublicFrame.tsx';
export { PublicPage } from './frame/PublicPage.tsx';
export { SignedIn } from './frame/SignedIn.tsx';
export { startPortal } from './frame/start-portal.tsx';
export { publicTexts } from './frame/texts.ts';
export { useImprintLink, useLegalLinks } from './frame/legal-links.ts';
export { useLanguages } from './frame/language.ts';
export { usePageFrame } from './frame/use-page-frame.ts';
export { useFrame } from './frame/use-frame.ts';
export {
  enrolmentRoutes,
  invitationRoutes,
  legalPages,
  legalRoutes,
  notFound,
  publicRoutes,
  registrationRoutes,
} from './public-routes.tsx';
export { SettingsPage } from './settings/SettingsPage.tsx';
export { AfterSignIn } from './sign-in/AfterSignIn.tsx';
export { SignInPage } from './sign-in/SignInPage.tsx';
export type { SignInState } from './sign-in/SignInPage.tsx';
