import * as v from 'valibot';

/** Set by pages: the match ended here although the game had not: by resignation, time or cancellation. */
const stopped = v.optional(v.boolean());

/** The fields of a schema must be fields of the game's view, and accept all that the game puts there. */
type AcceptedFields<GameView, Shape extends Record<string, v.GenericSchema>> = {
  [Key in keyof Shape]: Key extends keyof GameView
    ? GameView[Key] extends Readonly<v.InferInput<Shape[Key]>>
      ? unknown
      : 'the schema refuses values that the view of the game can have'
    : 'the view of the game has no such field';
};

/**
 * The schema of the fields that a board draws, checked by the compiler against the view of the game:
 * `boardView<GameView>()({ turn: v.string(), … })`. Views are parsed because they arrive over the network.
 */
export function boardView<GameView>() {
  return <Shape extends Record<string, v.GenericSchema>>(shape: Shape & AcceptedFields<GameView, Shape>) =>
    v.object({ ...(shape as Shape), stopped });
}

/** A view as it is shown when the match is over: no side is to move, whatever the rules would allow. */
export function asFinished<View extends object>(view: View, isOver: boolean): View {
  return isOver ? { ...view, stopped: true } : view;
}

/** In the text of a position, in place of whose turn it is. */
export const MATCH_IS_OVER = 'The match is over.';
