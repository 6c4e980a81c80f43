import { expect, it } from 'vitest'
import type { RestEvent } from '#contract/channel-health.ts'
import { together } from './rests-together.ts'

const event = (given: Partial<RestEvent>): RestEvent => ({
  channel_key: 'STRIPE', type: 'CARD', sub_type: '', display_name: '', at: '2026-11-23 10:00:00', event: 'begun', cause: 'person',
  until: '2026-11-23 11:00:00', tries: 0, failed: 0, actor: 'Mei', reason: 'announced', ...given,
}) // prettier-ignore

it('one act of a person on several ways to pay is one row; what happened by itself stays apart', () => {
  const [card, wallet] = [event({}), event({ type: 'WALLET', sub_type: 'GRABPAY' })]
  const ended = event({ event: 'ended', until: null })
  const elsewhere = event({ channel_key: 'XENDIT' })
  const faults = event({ cause: 'faults' })
  expect(together([card, wallet, ended, elsewhere, faults, faults])).toEqual([
    [card, wallet],
    [ended],
    [elsewhere],
    [faults],
    [faults],
  ])
  expect(together([])).toEqual([])
})
