import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorkingOut, type WorkingOut } from './fixtures.ts'
import { theirs } from './sheet-fixtures.ts'

let app: WorkingOut
beforeAll(async () => {
  app = await openWorkingOut()
})
afterAll(() => app.close())

it('our own payments up to the day of the run are one side, and two that are the same by all that others know are told apart', async () => {
  const pair = await app.pairOf({ categories: ['PAYMENT_GATEWAY', 'PSP'] })
  const payment = async (ref: string, orderRef: string, channelRef: string, at: string) => {
    await pair.sql(
      `insert into payments (merchant_id, environment, order_ref, merchant_order_ref, channel_order_ref, payable_kind, payable_ref, amount_minor, currency,
         status, payment_method, channel_key, shopper_name, shopper_email, shopper_email_lower, shopper_phone, shopper_address, shopper_ip, device_info,
         description, source, fee_minor, fee_tax_minor, created_at, updated_at)
       values ($1, 'sandbox', '${ref}', '${orderRef}', '${channelRef}', 'link', '${ref}', 1000, 'EUR', 'Success', 'CARD', 'SIMULATOR', '', '', '', '', '', '', '',
         '', 'payment_link', 250, 20, '${at}', '${at}')`,
    )
    await pair.sql(
      `insert into ledger_transfers (merchant_id, environment, transfer_id, kind, business_key, object_type, object_ref, at)
       values ($1, 'sandbox', gen_random_uuid(), '', 'payment:${ref}:captured', 'payment', '${ref}', '${at}')`,
    )
  }
  await payment('own-1', 'O1', 'P1', '2026-10-01T10:00Z')
  await payment('own-2', 'twice', '', '2026-10-01T11:00Z')
  await payment('own-3', 'twice', '', '2026-10-01T12:00Z')
  await pair.load('b', theirs({ ref: '1', gross: '10.00' }, { ref: 'twice', payment_ref: '', merchant_ref: 'twice', gross: '10.00', at: '2026-10-01 12:00:00' }))
  const before = await pair.run({ asOf: '2026-09-30' })
  expect(before.outcomes.filter(({ side }) => side === 'a')).toEqual([])
  const { outcomes, digest } = await pair.run()
  const own = outcomes.filter(({ side }) => side === 'a').map(({ key, status, gross }) => [key, status, gross])
  expect(own).toEqual([
    ['payment:own-1', 'matched', '10'],
    ['payment:own-2', 'missing_in_settlement', '10'],
    ['payment:own-3', 'matched', '10'],
  ])
  expect(digest).not.toBe('')
}) // prettier-ignore
