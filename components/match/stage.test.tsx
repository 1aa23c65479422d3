import { text } from 'node:stream/consumers';
import { prerenderToNodeStream } from 'react-dom/static';
import { expect, it } from 'vitest';
import { Stage } from './stage';
import { playMatch } from './testing/play';
import { createTimeline, type Frame } from './timeline';

it('the stage says in no words and figures who is ahead when that is to be hidden', async () => {
  const { snapshot, events } = playMatch('chess', ['e2e4', 'd7d5', 'e4d5']);
  const { match, frames } = createTimeline(snapshot, events);
  const draw = async (hidesStanding: boolean) => {
    const page = (
      <Stage
        match={match}
        frame={frames.at(-1) as Frame}
        following
        flipped={false}
        offsetMs={0}
        hidesStanding={hidesStanding}
      />
    );
    return text((await prerenderToNodeStream(page)).prelude);
  };
  expect(await draw(false)).toMatch(/White is 1 pawn up.*>\+1</s);
  expect(await draw(true)).not.toMatch(/pawn up|>\+1</);
});
