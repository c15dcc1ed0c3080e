export * from './builders.ts';
export { anId } from './ids.ts';
export { fakeApi, refusalWith } from './fake-api.ts';
export type { FakeAnswers, FakeApi, FakeCall, RouteName } from './fake-api.ts';
export { renderWithProviders } from './render.tsx';
export type { Rendered, RenderOptions } from './render.tsx';
export { fakeSight } from './sight.ts';
export type { FakeSight } from './sight.ts';
