import type { Ctx } from '#server/kit/ctx.ts'
import { keepEvent } from '#server/routing/rest-events.ts'

/** Cards have rested at the simulator for some minutes, seven hours ago: twice a payment tried it too early. */
export function seedRests(ctx: Ctx): void {
  const way = { channelKey: 'SIMULATOR', type: 'CARD', subType: '' } as const
  const at = (seconds: number) => new Date(ctx.now.getTime() - 7 * 3_600_000 + seconds * 1_000)
  const then = (seconds: number) => ctx.with({ now: at(seconds) })
  keepEvent(then(0), way, { event: 'begun', cause: 'faults', until: at(60), tries: 12, failed: 7 })
  keepEvent(then(75), way, { event: 'begun', cause: 'try', until: at(195) })
  keepEvent(then(240), way, { event: 'begun', cause: 'try', until: at(480) })
  keepEvent(then(530), way, { event: 'ended', cause: 'try' })
}
