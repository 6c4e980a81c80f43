import { afterAll, beforeAll, expect, it } from 'vitest'
import { openInvoicing, type Invoicing } from './fixtures.ts'

let inv: Invoicing
beforeAll(async () => {
  inv = await openInvoicing()
  const minutes = (count: number) => (inv.paying.clock.now = new Date(Date.now() + count * 60_000))
  const make = (name: string, detail: string, rate: number) =>
    inv.create({
      customer: { name, email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com` },
      line_items: [{ detail, quantity: 3, rate }],
    })
  await make('Mei Tan', 'Harbour tour', 100)
  minutes(1)
  await make('mei Wong', 'Harbour dinner', 80)
  minutes(2)
  await make('Jonas Weber', 'Harbour tour', 120)
  minutes(3)
  await make('Mei Tan', 'Night walk', 50)
})
afterAll(() => inv.close())

const suggest = async (of: 'customer' | 'item', text: string) => {
  const answer = await inv.ask('POST', '/api/invoices/suggestions', { of, text })
  return answer.body.content as unknown as { label: string; value: Record<string, unknown> }[]
}

it('customers are offered by the beginning of their name in any case, each once, latest first', async () => {
  expect((await suggest('customer', 'MEI')).map(({ label }) => label)).toEqual(['Mei Tan', 'mei Wong'])
  expect(await suggest('customer', 'tan')).toEqual([])
  expect((await suggest('customer', 'jo'))[0]?.value).toMatchObject({
    customer: { name: 'Jonas Weber', email: 'jonas.weber@example.com' },
  })
})

it('items are offered with all but their quantity, those of another price apart', async () => {
  const found = await suggest('item', 'harbour')
  expect(found.map(({ value }) => [value['detail'], value['rate']])).toEqual([
    ['Harbour tour', 120],
    ['Harbour dinner', 80],
    ['Harbour tour', 100],
  ])
  expect(found[0]?.value).toMatchObject({ currency: 'SGD' })
  expect(found[0]?.value).not.toHaveProperty('quantity')
  expect(await suggest('item', '')).toHaveLength(4)
})

it('invoices of one customer that are drawn up at once do not wait for each other, and ten at most are offered', async () => {
  await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      inv.create({ line_items: [{ detail: `Same ${at % 2}`, quantity: 1, rate: 1 }] }),
    ),
  )
  expect(await suggest('item', 'same')).toHaveLength(2)
  for (let at = 0; at < 11; at++) await inv.create({ line_items: [{ detail: `Many ${at}`, quantity: 1, rate: 1 }] })
  expect(await suggest('item', 'many')).toHaveLength(10)
})
