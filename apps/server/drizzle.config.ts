import { defineConfig } from 'drizzle-kit';

// npm run db:migration NAME
export default defineConfig({
  dialect: 'postgresql',
  schema: './libs/server/domain/src/schema.ts',
  out: process.env['MIGRATIONS_FOLDER'] ?? './libs/server/domain/src/database/migrations',
});
