import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCheckingFees, type CheckingFees } from './checking-fixtures.ts'

let fees: CheckingFees
beforeAll(async () => {
  fees = await openCheckingFees()
  await fees.made({ currency: 'SGD', flat_fee: 0.1 })
})
afterAll(() => fees.recon.close())

it('people are told once of a file in which too much was charged, however often it is compared', async () => {
  const told = async () => {
    const rows = await fees.sql<{ facts: object }>(
      `select facts from notices where merchant_id = $1 and kind = 'fee_overcharged'`,
    )
    return rows.map(({ facts }) => facts)
  }
  // What was charged too little makes up for nothing.
  const recon_id = await fees.load([{ ref: 'T1', fee: '1.25' }, { ref: 'T2', fee: '0.01' }], 't.csv') // prettier-ignore
  for (const tolerance of [0.01, 0]) {
    await fees.recon.ask('POST', '/merchants/recon/v3/tolerance/update', {
      payment_channel_key: 'SIMULATOR',
      tolerance,
    })
    await fees.check()
  }
  const once = [{ recon_id, file_name: 't.csv', channel: 'SIMULATOR', rows: '1', amount: '0.95 SGD' }]
  expect(await told()).toEqual(once)
  await fees.recon.act(recon_id, 'withdraw')
  await fees.recon.work()
  await fees.check()
  expect(await told()).toEqual(once)
})
