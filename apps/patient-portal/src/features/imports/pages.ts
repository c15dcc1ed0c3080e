// One file for three rare pages: each file's name costs room in the first script.
export { ImportedCasePage } from './ImportedCasePage.tsx';
export { ImportPage } from './ImportPage.tsx';
export { ImportsPage } from './ImportsPage.tsx';
