/** What decides whether the player's controls show (brief 4.4). */
export interface ControlsVisibility {
  readonly playing: boolean;
  /** Keyboard focus or an open drag inside the player. */
  readonly focused: boolean;
  /** The pointer moved within the last three seconds, or a touch asked for the controls. */
  readonly awake: boolean;
}

export type ControlsEvent =
  | { readonly type: 'played' }
  | { readonly type: 'paused' }
  | { readonly type: 'pointer-moved' }
  | { readonly type: 'pointer-left' }
  | { readonly type: 'rested' }
  | { readonly type: 'focused' }
  | { readonly type: 'blurred' };

export const CONTROLS_AT_FIRST: ControlsVisibility = { playing: false, focused: false, awake: false };

/** Whether the controls show: always while paused or focused, else while the pointer is awake. */
export const controlsShown = ({ playing, focused, awake }: ControlsVisibility): boolean =>
  !playing || focused || awake;

/** Whether they would hide by themselves once the pointer has rested. */
export const mayHideControls = ({ playing, focused, awake }: ControlsVisibility): boolean =>
  playing && awake && !focused;

const changed = (state: ControlsVisibility, change: Partial<ControlsVisibility>): ControlsVisibility => ({
  ...state,
  ...change,
});

/** The next state. */
export function reduceControls(state: ControlsVisibility, event: ControlsEvent): ControlsVisibility {
  switch (event.type) {
    case 'played':
      // Still awake, so that the bar does not vanish under the finger that pressed play.
      return changed(state, { playing: true, awake: true });
    case 'paused':
      return changed(state, { playing: false });
    case 'pointer-moved':
      return state.awake ? state : changed(state, { awake: true });
    case 'pointer-left':
    case 'rested':
      return changed(state, { awake: false });
    case 'focused':
      return changed(state, { focused: true });
    case 'blurred':
      return changed(state, { focused: false, awake: true });
  }
}
