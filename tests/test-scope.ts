import process from 'node:process';

/**
 * True in `npm run test:full`, which runs the complete matrices, PostgreSQL and the long reliability runs; false in
 * `npm test`, which covers each behaviour once and needs only Node, npm and a browser.
 */
export const IS_FULL = process.env['SAVELET_TESTS'] === 'full';
