import type * as contract from '#contract/test-clocks.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { advance } from './advance.ts'
import { createClock, deleteClock, listShown, shownClock, wholeClock } from './clocks.ts'
import { countTied } from './queries.ts'

export const handlers: Handlers<typeof contract> = {
  listTestClocks: (ctx) => listShown(ctx),
  createTestClock: async (ctx, { body }) => shownClock(await createClock(ctx, body), new Map()),
  readTestClock: (ctx, { path }) => wholeClock(ctx, path.ref),
  async advanceTestClock(ctx, { path, body }) {
    const clock = await advance(ctx, path.ref, body.to)
    return shownClock(clock, await countTied(ctx))
  },
  async deleteTestClock(ctx, { path }) {
    await deleteClock(ctx, path.ref)
  },
}
