/** The id of the definition that both drawings of the town use. */
export const SCENE_ID = 'town-scene';
