import { createRequire } from 'node:module';
import type * as undici from 'undici';

const require = createRequire(import.meta.url);

/**
 * Agent and connector of undici, loaded from their own files. The package's index also loads its fetch, WebSocket and mocks, and reads the
 * global Headers, with which Node loads its own copy of undici: together 20 MB of resident memory that this server never uses.
 */
export const Agent = require('undici/lib/dispatcher/agent.js') as typeof undici.Agent;
export const createConnector = require('undici/lib/core/connect.js') as typeof undici.buildConnector;
