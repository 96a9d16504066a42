import { describe, expect, it } from 'vitest';
import type { Snapshot } from './draft.ts';
import { DraftDesk, type SaveOutcome } from './draft-desk.ts';

interface Values {
  title: string;
  maintenance: boolean;
}
const settingsAt = (revision: number, part: Partial<Values> = {}): Snapshot<Values> => ({
  revision,
  values: { title: 'Savelet', maintenance: false, ...part },
  lastSave: null,
});

/** A desk whose saves end as the test says, one after the other, and whose waits end at once. */
function setUp(
  outcomes: ((change: Partial<Values>) => SaveOutcome<Values> | Promise<SaveOutcome<Values>>)[],
) {
  const saves: { revision: number; change: Partial<Values> }[] = [];
  const phases: string[] = [];
  const desk = new DraftDesk(settingsAt(1, { title: 'Old' }), {
    save: async (revision, change) => {
      saves.push({ revision, change });
      return outcomes.shift()!(change);
    },
    wait: () => Promise.resolve(),
  });
  desk.subscribe(() => {
    const { kind } = desk.view().phase;
    if (phases.at(-1) !== kind) phases.push(kind);
  });
  return { desk, saves, phases };
}

describe('DraftDesk', () => {
  it('saves only what is changed, on the revision it knows, and says so for a while', async () => {
    const { desk, saves, phases } = setUp([() => ({ kind: 'saved', now: settingsAt(2, { title: 'New' }) })]);
    desk.edit({ title: 'New' });
    await desk.save();
    expect(saves).toEqual([{ revision: 1, change: { title: 'New' } }]);
    expect(phases).toEqual(['idle', 'saving', 'saved', 'idle']);
    expect(desk.view()).toMatchObject({ changed: [], state: { revision: 2 } });
  });

  it('does nothing where nothing is changed', async () => {
    const { desk, saves } = setUp([]);
    await desk.save();
    expect(saves).toEqual([]);
  });

  it('keeps what was typed when a save fails, and can be asked again', async () => {
    const { desk, saves } = setUp([
      () => ({ kind: 'failed', code: 'internal', detail: 'No.' }),
      () => ({ kind: 'saved', now: settingsAt(2, { title: 'New' }) }),
    ]);
    desk.edit({ title: 'New' });
    await desk.save();
    expect(desk.view()).toMatchObject({ phase: { kind: 'failed', detail: 'No.' }, changed: ['title'] });
    await desk.save();
    expect(saves).toHaveLength(2);
    expect(desk.view().changed).toEqual([]);
  });

  it('saves again by itself over a save of others that left alone what is changed here', async () => {
    const { desk, saves } = setUp([
      () => ({ kind: 'conflict', now: settingsAt(5, { title: 'Old', maintenance: true }), since: [] }),
      () => ({ kind: 'saved', now: settingsAt(6, { title: 'Mine', maintenance: true }) }),
    ]);
    desk.edit({ title: 'Mine' });
    await desk.save();
    expect(saves.map(({ revision, change }) => [revision, change])).toEqual([
      [1, { title: 'Mine' }],
      [5, { title: 'Mine' }],
    ]);
    expect(desk.view()).toMatchObject({
      changed: [],
      state: { values: { title: 'Mine', maintenance: true } },
    });
  });

  it('asks where others changed the same, and "keep mine" goes on with the save', async () => {
    const { desk, saves } = setUp([
      () => ({ kind: 'conflict', now: settingsAt(5, { title: 'Theirs' }), since: [] }),
      () => ({ kind: 'saved', now: settingsAt(6, { title: 'Mine' }) }),
    ]);
    desk.edit({ title: 'Mine' });
    await desk.save();
    expect(desk.view()).toMatchObject({ phase: { kind: 'idle' }, state: { conflict: { names: ['title'] } } });
    await desk.save();
    expect(saves).toHaveLength(1);
    desk.keepMine();
    await expect.poll(() => desk.view().changed).toEqual([]);
    expect(saves[1]).toEqual({ revision: 5, change: { title: 'Mine' } });
  });

  it('takes an answer to its question before the saving state has been shown long enough', async () => {
    const outcomes: SaveOutcome<Values>[] = [
      { kind: 'conflict', now: settingsAt(5, { title: 'Theirs' }), since: [] },
      { kind: 'saved', now: settingsAt(6, { title: 'Mine' }) },
    ];
    const saves: Partial<Values>[] = [];
    const desk = new DraftDesk(settingsAt(1, { title: 'Old' }), {
      save: async (_revision, change) => {
        saves.push(change);
        return outcomes.shift()!;
      },
      wait: () => new Promise(() => {}),
    });
    desk.edit({ title: 'Mine' });
    void desk.save();
    await expect.poll(() => desk.view().state.conflict).not.toBeNull();
    desk.keepMine();
    await expect.poll(() => saves).toEqual([{ title: 'Mine' }, { title: 'Mine' }]);
    expect(desk.view().phase.kind).toBe('saving');
  });

  it('is saved where others have saved the very same', async () => {
    const { desk, saves, phases } = setUp([
      () => ({ kind: 'conflict', now: settingsAt(5, { title: 'Same' }), since: [] }),
    ]);
    desk.edit({ title: 'Same' });
    await desk.save();
    expect(saves).toHaveLength(1);
    expect(phases).toEqual(['idle', 'saving', 'saved', 'idle']);
  });

  it('saves nothing after "load theirs"', async () => {
    const { desk, saves } = setUp([
      () => ({ kind: 'conflict', now: settingsAt(5, { title: 'Theirs' }), since: [] }),
    ]);
    desk.edit({ title: 'Mine' });
    await desk.save();
    desk.takeTheirs();
    expect(desk.view()).toMatchObject({ changed: [], state: { values: { title: 'Theirs' } } });
    expect(saves).toHaveLength(1);
  });

  it('does not save by itself what became disputed without anybody asking for a save', () => {
    const { desk, saves } = setUp([]);
    desk.edit({ title: 'Mine' });
    desk.hear(settingsAt(4, { title: 'Theirs' }));
    expect(desk.view().state.conflict).not.toBeNull();
    desk.keepMine();
    expect(saves).toEqual([]);
    expect(desk.view().changed).toEqual(['title']);
  });

  it('takes its own save for no conflict when the news of it come first', async () => {
    const { desk } = setUp([
      async () => {
        desk.hear(settingsAt(2, { title: 'Cleaned' }));
        return { kind: 'saved', now: settingsAt(2, { title: 'Cleaned' }) };
      },
    ]);
    desk.edit({ title: 'Raw' });
    await desk.save();
    expect(desk.view()).toMatchObject({
      changed: [],
      state: { conflict: null, values: { title: 'Cleaned' } },
    });
  });

  it('keeps what is typed while it saves', async () => {
    const { desk } = setUp([
      async (change) => {
        desk.edit({ title: 'Typed on' });
        return { kind: 'saved', now: settingsAt(2, { title: change.title! }) };
      },
    ]);
    desk.edit({ title: 'Sent' });
    await desk.save();
    expect(desk.view()).toMatchObject({ changed: ['title'], state: { values: { title: 'Typed on' } } });
  });

  it('has nothing unsaved once the server has answered, however long the saving state is shown', async () => {
    const desk = new DraftDesk(settingsAt(1, { title: 'Old' }), {
      save: async () => ({ kind: 'saved', now: settingsAt(2, { title: 'New' }) }),
      wait: () => new Promise(() => {}),
    });
    desk.edit({ title: 'New' });
    void desk.save();
    await expect.poll(() => desk.view().changed).toEqual([]);
    expect(desk.view().phase.kind).toBe('saving');
  });

  it('ignores older news', () => {
    const { desk } = setUp([]);
    desk.hear(settingsAt(1, { title: 'Stale' }));
    expect(desk.view().state.values.title).toBe('Old');
  });
});
