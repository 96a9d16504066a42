import { describe, expect, it } from 'vitest';
import { weighPage } from '../../bench/page-weight.ts';

const SCRIPT_MAX_BYTES = 90 * 1024;
const STYLE_MAX_BYTES = 12 * 1024;

describe('the public page', () => {
  it('stays within its budget of script and style, gzip', async () => {
    const { script, style } = await weighPage();
    expect(script).toBeGreaterThan(10_000);
    expect(script).toBeLessThanOrEqual(SCRIPT_MAX_BYTES);
    expect(style).toBeGreaterThan(1_000);
    expect(style).toBeLessThanOrEqual(STYLE_MAX_BYTES);
  });
});
