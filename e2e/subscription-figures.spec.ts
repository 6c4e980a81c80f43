import { signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'
import { actOn, cancelNow, charged, pricedAt, subscribed, untilIt } from './subscribed.ts'

test('each figure of subscriptions leads to exactly the rows that it counts', async ({ page, app }) => {
  const price = await pricedAt(app, { name: 'Counted', currency: 'SGD' })
  const [, cancelled, declined, recovered, paused] = await Promise.all([
    subscribed(app, price, { customer_name: 'Active' }),
    subscribed(app, price, { customer_name: 'Cancelled' }),
    subscribed(app, price, { customer_name: 'Past due', card: '4000000000007023' }),
    subscribed(app, price, { customer_name: 'Recovered', card: '4000000000007015' }),
    subscribed(app, price, { customer_name: 'Paused' }),
    subscribed(app, price, { customer_name: 'Trial', trial_frequency: 14, trial_period: 'D' }),
  ])
  await Promise.all([
    cancelNow(app, cancelled),
    charged(app, declined),
    charged(app, recovered).then(() => actOn(app, recovered, 'retry')),
    actOn(app, paused, 'pause'),
  ])
  await untilIt(app, recovered, ({ status, collected_count: paid }) => status === 'active' && paid === 2)

  await signIn(page, app, '/subscriptions')
  const strip = page.getByRole('region', { name: 'Subscriptions by currency' })
  await expect(strip.locator('dl').first()).toBeVisible()
  await strip.locator('details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')))
  const links = await strip.locator('dl > div').evaluateAll((cells) =>
    cells.map((cell) => ({
      title: cell.querySelector('dt')?.textContent ?? '',
      number: cell.querySelector('dd > :first-child')?.textContent ?? '',
      href: cell.querySelector('a')?.getAttribute('href') ?? '',
    })),
  )
  expect(links.filter(({ href }) => href !== '').length).toBeGreaterThan(5)
  for (const { title, number, href } of links) {
    if (href === '') {
      expect(number, title).toMatch(/^0(\.00)?\b/)
      continue
    }
    const rows = await listed(href)
    if (title !== 'Monthly revenue') expect(rows.length, `${title}: ${href}`).toBe(Number(number))
    else expect(revenueOf(rows), href).toBeCloseTo(Number(number.replaceAll(/[^\d.]/g, '')), 2)
  }

  /** The rows of a list, as the browser gets them. */
  async function listed(href: string): Promise<Row[]> {
    const [answer] = await Promise.all([
      page.waitForResponse(/\/subscription\/[^/]+\/list$/),
      page.goto(`${app.url}${href}&size=100`),
    ])
    const { content, total_elements: total } = (await answer.json()) as { content: Row[]; total_elements: number }
    expect(total, href).toBe(content.length)
    return content
  }
})

interface Row {
  recurring_amount: number
  frequency: number
  period: 'D' | 'W' | 'M' | 'Q' | 'Y' | 'H'
}
/** What rows come to in a month of mean length. */
const revenueOf = (rows: readonly Row[]): number =>
  rows.reduce((sum, { recurring_amount: amount, frequency, period }) => sum + (amount / frequency) * aMonth[period], 0)
const aMonth = { D: 30.4375, W: 30.4375 / 7, M: 1, Q: 1 / 3, Y: 1 / 12, H: 0 } as const
