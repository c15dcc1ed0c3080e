// @bundle route
export { SharedCasePage } from './SharedCasePage.tsx';
export { SharedPage } from './SharedPage.tsx';
export { SharedPersonPage } from './SharedPersonPage.tsx';
