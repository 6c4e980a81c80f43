import { beforeAll, describe, expect, it } from 'vitest'
import { carriersOf, unknownFault } from '#test/carriers.ts'
import { probesOf } from '#test/probes.ts'
import { share } from './share.ts'
import { fingerprints } from '#test/rows.ts'
import { ask, canary, senderOf, type Entry, type Scene } from './scene.ts'

/** What belongs to a stranger is for every call like what is not there. */
export function testStrangers(calls: readonly Entry[], scene: () => Scene): void {
  describe("a stranger's id", () => {
    const most = share(400)
    let before: Record<string, string>
    beforeAll(async () => {
      before = await fingerprints(scene().testApp)
    })
    it.each(calls)(
      '$name answers it like nothing at all, in each place that it can travel in',
      async ({ name, call }) => {
        const { stranger } = scene()
        const own = senderOf(scene(), call)
        for (const { place, kind, asked, headers } of probesOf(
          `strangers ${name}`,
          carriersOf(call, own, stranger),
          most,
        )) {
          const answer = await ask(scene(), own.session, call, asked, {
            'idempotency-key': crypto.randomUUID(),
            ...headers,
          })
          expect({ place, status: answer.status, reason: answer.body['status_reason'] }).toEqual({
            place,
            status: unknownFault(kind, call).http,
            reason: unknownFault(kind, call).reason,
          })
          expect(answer.text, place).not.toContain(canary)
          expect(answer.text, place).not.toContain(stranger.merchant.key)
        }
      },
    )

    it.each(calls)('$name cannot tell it from an absent one', async ({ name, call }) => {
      const { stranger } = scene()
      const own = senderOf(scene(), call)
      for (const { place, asked, headers, absent } of probesOf(
        `absent ${name}`,
        carriersOf(call, own, stranger),
        most,
      )) {
        const [foreign, nothing] = [
          await ask(scene(), own.session, call, asked, headers),
          await ask(scene(), own.session, call, absent.asked, absent.headers),
        ]
        const bare = ({ request_id: _, ...body }: Record<string, unknown>) => body
        expect(bare(foreign.body), place).toEqual(bare(nothing.body))
      }
    })

    it('changes no row of any table', async () => {
      expect(await fingerprints(scene().testApp)).toEqual(before)
    })
  })
}
