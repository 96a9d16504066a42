/**
 * Node's http module. `import` would read all its exports, among them WebSocket and MessageEvent, with which Node loads its own fetch:
 * 16 MB of resident memory that this server never uses.
 */
export const http = process.getBuiltinModule('node:http');
