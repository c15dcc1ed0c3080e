import type { ParseArgsConfig } from 'node:util';
import type { Database, Connection } from '@konsil/server-platform/database/client';
import type { Env } from '@konsil/server-settings/env';
import type { Clock } from '@konsil/server-platform/clock';
import type { Identity } from '@konsil/server-storage/identity';
import type { Limits } from '@konsil/server-platform/limits';
import type { Sessions } from '@konsil/server-domain/sessions/sessions';
import type { Vault } from '@konsil/server-platform/keys/vault';
import type { FileStore } from '@konsil/server-storage/file-store';

/** The installation that a command works on. */
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

/** Fields of every command, however it runs. */
export interface CommandWords {
  /** As typed, e.g. `doctor invite`. */
  name: string;
  summary: string;
  /** Arguments after the name. */
  usage: string;
  /** One line per option. */
  help?: readonly string[];
  options?: ParseArgsConfig['options'];
  /** Number of arguments after the name. */
  words: number;
}

export interface Command extends CommandWords {
  /** Also runs when storage or data folder belong to another installation, to fix or replace them. */
  asItIs?: boolean;
  /** With this option the command only reads the settings, and leaves the installation untouched. */
  alone?: { option: string; run: SettingsCommand['run'] };
  /** @returns 1 if it found a fault */
  run: (call: Call) => Promise<0 | 1 | void>;
}

/** Reads the settings alone: it also runs where the installation cannot be opened. */
export interface SettingsCommand extends CommandWords {
  settingsOnly: true;
  run: (call: Omit<Call, 'installation'>) => Promise<0 | 1 | void>;
}

/** The command was typed incorrectly. */
export class WrongUsage extends Error {}
