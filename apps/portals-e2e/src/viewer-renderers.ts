import type { Browser, Page, PlaywrightWorkerArgs } from '@playwright/test';
import { executable } from './chromium.ts';

const always = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'];

/** Computers with and without a GPU, as pages see them. */
export const renderers = {
  processor: ['--disable-gpu'],
  // Real WebGL in software, which the page takes for a GPU.
  graphics: ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
} as const;
export type Renderer = keyof typeof renderers;

/** A browser on such a computer. */
export const browserWith = (playwright: PlaywrightWorkerArgs['playwright'], renderer: Renderer): Promise<Browser> =>
  playwright.chromium.launch({
    ...executable,
    args: [...always, ...renderers[renderer]],
  });

/** A page in that browser. */
export async function pageWith(browser: Browser, renderer: Renderer): Promise<Page> {
  const page = await browser.newPage({ locale: 'de-DE', viewport: { width: 1440, height: 900 } });
  if (renderer === 'graphics') {
    await page.addInitScript(() => {
      for (const { prototype } of [WebGLRenderingContext, WebGL2RenderingContext]) {
        const before = prototype.getParameter;
        const unmasked = 37_446;
        prototype.getParameter = function getParameter(name: number): unknown {
          return name === unmasked ? 'ANGLE (NVIDIA GeForce)' : before.call(this, name);
        };
      }
    });
  }
  return page;
}
