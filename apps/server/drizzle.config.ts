import { defineConfig } from 'drizzle-kit';

// npm run db:migration NAME
export default defineConfig({
  dialect: 'postgresql',
  schema: './apps/server/src/db/schema/index.ts',
  out: process.env['MIGRATIONS_FOLDER'] ?? './apps/server/src/db/migrations',
});
