import type { ParseArgsConfig } from 'node:util';
import type { Database, Connection } from '@konsil/server-platform/database/client';
import type { Env } from '@konsil/server-settings/env';
import type { Clock } from '@konsil/server-platform/clock';
import type { Identity } from '@konsil/server-storage/identity';
import type { Limits } from '@konsil/server-platform/limits';
import type { Sessions } from '@konsil/server-domain/sessions/sessions';
import type { Vault } from '@konsil/server-platform/keys/vault';
import type { FileStore } from '@konsil/server-storage/file-store';

/** The installation that the operator works on. */
export interface Installation {
  env: Env;
  clock: Clock;
  connection: Connection;
  db: Database;
  vault: Vault;
  files: FileStore;
  identity: Identity;
  sessions: Sessions;
  limits: Limits;
  close: () => Promise<void>;
}

export interface Call {
  installation: Installation;
  options: Record<string, string | boolean | undefined>;
  words: string[];
  say: (line: string) => void;
}

export interface Command {
  /** As it is typed, e.g. `doctor invite`. */
  name: string;
  summary: string;
  /** What follows the name. */
  usage: string;
  /** One line for each option. */
  help?: readonly string[];
  options?: ParseArgsConfig['options'];
  /** How many words follow the name. */
  words: number;
  /** It puts right, or replaces, what other commands refuse to work with: storage or data folder of another installation. */
  asItIs?: boolean;
  /** @returns 1 when it found that something is wrong. */
  run: (call: Call) => Promise<0 | 1 | void>;
}

/** The command was not typed as it must be. */
export class WrongUsage extends Error {}
