import { expect, it } from 'vitest'
import { isLast, type OwnChannel } from './use-channels.ts'

const channel = (key: string, is: Partial<OwnChannel> = {}): OwnChannel => ({
  key,
  catalogue_key: key,
  name: key,
  type: 'Gateway',
  country: 'GLOBAL',
  pay_type: 'PAYIN',
  is_va_flow: false,
  is_enabled: true,
  is_lent: false,
  credentials_state: 'working',
  checked_at: null,
  health: 'working',
  last_payment_at: null,
  today: { ended: 0, paid: 0 },
  ...is,
})

it('is the last one while no other takes payments', () => {
  const one = channel('ONE')
  const others = [
    channel('OFF', { is_enabled: false }),
    channel('RECONCILES', { type: 'External' }),
    channel('PAYS_OUT', { pay_type: 'PAYOUT' }),
  ]
  expect(isLast(one, [one, ...others])).toBe(true)
  expect(isLast(one, [one, ...others, channel('TWO')])).toBe(false)
  expect(isLast(one, [one, channel('LENT', { is_lent: true })])).toBe(false)
})
