import { describe, expect, it } from 'vitest';
import type { Snapshot } from './draft.ts';
import { DraftController, type DraftOutcome } from './draft-controller.ts';

interface Values {
  title: string;
  maintenance: boolean;
}
const settingsAt = (revision: number, part: Partial<Values> = {}): Snapshot<Values> => ({
  revision,
  values: { title: 'Savelet', maintenance: false, ...part },
  lastSave: null,
});

/** Creates a controller whose saves have the given outcomes in order and whose waits end immediately. */
function setUp(
  outcomes: ((change: Partial<Values>) => DraftOutcome<Values> | Promise<DraftOutcome<Values>>)[],
) {
  const saves: { revision: number; change: Partial<Values> }[] = [];
  const phases: string[] = [];
  const controller = new DraftController(settingsAt(1, { title: 'Old' }), {
    save: async (revision, change) => {
      saves.push({ revision, change });
      return outcomes.shift()!(change);
    },
    wait: () => Promise.resolve(),
  });
  controller.subscribe(() => {
    const { kind } = controller.view().phase;
    if (phases.at(-1) !== kind) phases.push(kind);
  });
  return { controller, saves, phases };
}

describe('DraftController', () => {
  it('saves only the changed values on the known revision and shows it for a while', async () => {
    const { controller, saves, phases } = setUp([
      () => ({ kind: 'saved', current: settingsAt(2, { title: 'New' }) }),
    ]);
    controller.edit({ title: 'New' });
    await controller.save();
    expect(saves).toEqual([{ revision: 1, change: { title: 'New' } }]);
    expect(phases).toEqual(['idle', 'saving', 'saved', 'idle']);
    expect(controller.view()).toMatchObject({ changed: [], state: { revision: 2 } });
  });

  it('does nothing without changes', async () => {
    const { controller, saves } = setUp([]);
    await controller.save();
    expect(saves).toEqual([]);
  });

  it('keeps the edits when a save fails and can save again', async () => {
    const { controller, saves } = setUp([
      () => ({ kind: 'failed', code: 'internal', detail: 'No.' }),
      () => ({ kind: 'saved', current: settingsAt(2, { title: 'New' }) }),
    ]);
    controller.edit({ title: 'New' });
    await controller.save();
    expect(controller.view()).toMatchObject({ phase: { kind: 'failed', detail: 'No.' }, changed: ['title'] });
    await controller.save();
    expect(saves).toHaveLength(2);
    expect(controller.view().changed).toEqual([]);
  });

  it('repeats the save automatically after others saved different values', async () => {
    const { controller, saves } = setUp([
      () => ({
        kind: 'conflict',
        current: settingsAt(5, { title: 'Old', maintenance: true }),
        savesSince: [],
      }),
      () => ({ kind: 'saved', current: settingsAt(6, { title: 'Mine', maintenance: true }) }),
    ]);
    controller.edit({ title: 'Mine' });
    await controller.save();
    expect(saves.map(({ revision, change }) => [revision, change])).toEqual([
      [1, { title: 'Mine' }],
      [5, { title: 'Mine' }],
    ]);
    expect(controller.view()).toMatchObject({
      changed: [],
      state: { values: { title: 'Mine', maintenance: true } },
    });
  });

  it('shows a conflict when others changed the same values, and "keep mine" continues the save', async () => {
    const { controller, saves } = setUp([
      () => ({ kind: 'conflict', current: settingsAt(5, { title: 'Theirs' }), savesSince: [] }),
      () => ({ kind: 'saved', current: settingsAt(6, { title: 'Mine' }) }),
    ]);
    controller.edit({ title: 'Mine' });
    await controller.save();
    expect(controller.view()).toMatchObject({
      phase: { kind: 'idle' },
      state: { conflict: { names: ['title'] } },
    });
    await controller.save();
    expect(saves).toHaveLength(1);
    controller.keepMine();
    await expect.poll(() => controller.view().changed).toEqual([]);
    expect(saves[1]).toEqual({ revision: 5, change: { title: 'Mine' } });
  });

  it('accepts a conflict choice before the minimum time of the saving state', async () => {
    const outcomes: DraftOutcome<Values>[] = [
      { kind: 'conflict', current: settingsAt(5, { title: 'Theirs' }), savesSince: [] },
      { kind: 'saved', current: settingsAt(6, { title: 'Mine' }) },
    ];
    const saves: Partial<Values>[] = [];
    const controller = new DraftController(settingsAt(1, { title: 'Old' }), {
      save: async (_revision, change) => {
        saves.push(change);
        return outcomes.shift()!;
      },
      wait: () => new Promise(() => {}),
    });
    controller.edit({ title: 'Mine' });
    void controller.save();
    await expect.poll(() => controller.view().state.conflict).not.toBeNull();
    controller.keepMine();
    await expect.poll(() => saves).toEqual([{ title: 'Mine' }, { title: 'Mine' }]);
    expect(controller.view().phase.kind).toBe('saving');
  });

  it('counts as saved when others saved the same values', async () => {
    const { controller, saves, phases } = setUp([
      () => ({ kind: 'conflict', current: settingsAt(5, { title: 'Same' }), savesSince: [] }),
    ]);
    controller.edit({ title: 'Same' });
    await controller.save();
    expect(saves).toHaveLength(1);
    expect(phases).toEqual(['idle', 'saving', 'saved', 'idle']);
  });

  it('saves nothing after "load theirs"', async () => {
    const { controller, saves } = setUp([
      () => ({ kind: 'conflict', current: settingsAt(5, { title: 'Theirs' }), savesSince: [] }),
    ]);
    controller.edit({ title: 'Mine' });
    await controller.save();
    controller.takeTheirs();
    expect(controller.view()).toMatchObject({ changed: [], state: { values: { title: 'Theirs' } } });
    expect(saves).toHaveLength(1);
  });

  it('does not save after a conflict that no save caused', () => {
    const { controller, saves } = setUp([]);
    controller.edit({ title: 'Mine' });
    controller.receiveSnapshot(settingsAt(4, { title: 'Theirs' }));
    expect(controller.view().state.conflict).not.toBeNull();
    controller.keepMine();
    expect(saves).toEqual([]);
    expect(controller.view().changed).toEqual(['title']);
  });

  it('does not treat its own save as a conflict when its event arrives first', async () => {
    const { controller } = setUp([
      async () => {
        controller.receiveSnapshot(settingsAt(2, { title: 'Cleaned' }));
        return { kind: 'saved', current: settingsAt(2, { title: 'Cleaned' }) };
      },
    ]);
    controller.edit({ title: 'Raw' });
    await controller.save();
    expect(controller.view()).toMatchObject({
      changed: [],
      state: { conflict: null, values: { title: 'Cleaned' } },
    });
  });

  it('keeps edits made during a save', async () => {
    const { controller } = setUp([
      async (change) => {
        controller.edit({ title: 'Typed on' });
        return { kind: 'saved', current: settingsAt(2, { title: change.title! }) };
      },
    ]);
    controller.edit({ title: 'Sent' });
    await controller.save();
    expect(controller.view()).toMatchObject({ changed: ['title'], state: { values: { title: 'Typed on' } } });
  });

  it('has no unsaved changes once the server has responded, even while the saving state is shown', async () => {
    const controller = new DraftController(settingsAt(1, { title: 'Old' }), {
      save: async () => ({ kind: 'saved', current: settingsAt(2, { title: 'New' }) }),
      wait: () => new Promise(() => {}),
    });
    controller.edit({ title: 'New' });
    void controller.save();
    await expect.poll(() => controller.view().changed).toEqual([]);
    expect(controller.view().phase.kind).toBe('saving');
  });

  it('ignores older snapshots', () => {
    const { controller } = setUp([]);
    controller.receiveSnapshot(settingsAt(1, { title: 'Stale' }));
    expect(controller.view().state.values.title).toBe('Old');
  });

  it('makes discarded edits again, on what was saved since', () => {
    const { controller } = setUp([]);
    controller.edit({ title: 'Mine' });
    const { epoch } = controller.view().state;
    const undo = controller.discard();
    expect(controller.view()).toMatchObject({ changed: [], state: { values: { title: 'Old' } } });
    controller.receiveSnapshot(settingsAt(2, { title: 'Old', maintenance: true }));
    undo();
    expect(controller.view()).toMatchObject({
      changed: ['title'],
      state: { values: { title: 'Mine', maintenance: true } },
    });
    // Editors with a state of their own start anew.
    expect(controller.view().state.epoch).toBeGreaterThan(epoch + 1);
  });

  it("makes the edits again that another account's values replaced", () => {
    const { controller } = setUp([]);
    controller.edit({ title: 'Mine' });
    controller.receiveSnapshot(settingsAt(2, { title: 'Theirs' }));
    const undo = controller.takeTheirs();
    expect(controller.view().state.values.title).toBe('Theirs');
    undo();
    expect(controller.view()).toMatchObject({ changed: ['title'], state: { values: { title: 'Mine' } } });
  });
});
