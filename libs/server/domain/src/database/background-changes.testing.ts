import { connect } from '@konsil/server-platform/database/client';
import { workOnChanges } from './background-changes.ts';
import { doubled } from './doubled.testing.ts';

// One process of the test of background changes.
const [settings = '{}'] = process.argv.slice(2);
const connection = connect(JSON.parse(settings) as object);
await workOnChanges(connection.db, () => false, { changes: [doubled], size: 20, restMs: 1 });
await connection.close();
