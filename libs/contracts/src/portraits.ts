import * as z from 'zod/mini';
import { givenIdSchema } from './common.ts';
import { newPictureSchema } from './pictures.ts';
import { defineRoute } from './route.ts';

const portraitSchema = z.object({ portrait_url: z.nullable(z.string()) });

export const portraitRoutes = {
  getOwnPortrait: defineRoute({
    method: 'GET',
    path: '/api/portrait',
    summary: 'My portrait in the directory',
    response: portraitSchema,
  }),
  savePortrait: defineRoute({
    method: 'PUT',
    path: '/api/portrait',
    summary: 'Show a portrait in the directory',
    body: z.object({ picture: newPictureSchema }),
    response: portraitSchema,
  }),
  removePortrait: defineRoute({
    method: 'DELETE',
    path: '/api/portrait',
    summary: 'Show initials instead of a portrait',
    response: portraitSchema,
  }),
  getPortrait: defineRoute({
    method: 'GET',
    path: '/api/portraits/:ticket',
    summary: "A doctor's portrait, a WebP picture, by the address in the directory",
    params: z.object({ ticket: givenIdSchema() }),
    response: null,
  }),
};
