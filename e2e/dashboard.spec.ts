import type { Page } from '@playwright/test'
import { newLink, payByCard, signIn, someoneElse } from './actions.ts'
import { expect, test } from './fixtures.ts'

/** The dashboard while somebody pays: what it shows is there at once, and leads to the list that counts to it. */
test('a payment shows on the dashboard within two seconds, and each number leads to its list', async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(90_000)
  const username = 'admin@delta.example'
  const link = await newLink(app, { username, amount: 42_000, currency: 'KRW' })
  await signIn(page, app, '/dashboard', username)
  const count = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Payments', exact: true }) })
  const before = await numberIn(count.locator('bdi').first())

  const shopper = await someoneElse(browser)
  await shopper.goto(link)
  await payByCard(shopper)
  await expect(shopper.locator('[data-panel="thanks"]')).toBeVisible({ timeout: 15_000 })
  await expect(count.locator('bdi').first()).toHaveText((before + 1).toLocaleString('en'), { timeout: 2_000 })

  // The tile's number is the list's total; so is a slice's of the ring, and a bar's of the chart.
  await expectList(page, count.getByRole('link'), before + 1)
  const failed = page.locator('li').filter({ has: page.getByRole('link', { name: 'Failed', exact: true }) })
  await expectList(page, failed.getByRole('link'), await numberIn(failed.locator('bdi[dir=ltr]').first()))
  await page.getByRole('link', { name: '24 hours', exact: true }).click()
  await page.waitForURL(/period=hour/)
  const bars = page.getByRole('group', { name: 'Payments over time by status' }).locator('a')
  await expect(bars).toHaveCount(24)
  const bar = bars.last()
  const told = String(await bar.getAttribute('aria-label'))
  const attempts = [...told.matchAll(/(?:Succeeded|Failed|Expired|Pending|Initiated|Authorised) ([\d,]+)/g)]
  await expectList(
    page,
    bar,
    attempts.reduce((all, [, number = '']) => all + Number(number.replaceAll(',', '')), 0),
  )

  // From bar to bar by the keyboard, and the same numbers as a table.
  await bars.last().focus()
  await page.keyboard.press('ArrowLeft')
  await expect(bars.nth(22)).toBeFocused()
  await page.getByRole('button', { name: 'Volume over time as a table' }).click()
  await expect(page.getByRole('region', { name: 'Volume over time' }).getByRole('row')).toHaveCount(25)

  // The latest payments say so when they cannot be read.
  await page.route(/latest-txns/, (route) => route.fulfill({ status: 500, json: { message: 'INTERNAL_ERROR' } }))
  await page.reload()
  await expect(page.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 15_000 })
})

const numberIn = async (locator: ReturnType<Page['locator']>) => {
  await expect(locator).toHaveText(/\d/)
  return Number((await locator.innerText()).replaceAll(',', ''))
}

/** Follows a link, reads the total under the list, and comes back. */
async function expectList(page: Page, link: ReturnType<Page['locator']>, total: number): Promise<void> {
  await link.click()
  await page.waitForURL(/\/transactions\/payments\?/)
  const words = new RegExp(`of ${total.toLocaleString('en')}$`)
  if (total === 0) await expect(page.getByText('No results')).toBeVisible()
  else await expect(page.locator('footer [role=status]')).toHaveText(words)
  await page.goBack()
  await page.waitForURL(/\/dashboard/)
}

/** The dashboard's table while periods change: one row for each stretch, and never a mix of two periods. */
test('after every change from one period to another the table has exactly the rows of the new one', async ({
  page,
  app,
}) => {
  test.setTimeout(90_000)
  const month = Number(new Intl.DateTimeFormat('en', { timeZone: 'Asia/Seoul', month: 'numeric' }).format(new Date()))
  const rowsOf = { '24 hours': 24, '30 days': 30, '12 weeks': 12, '12 months': 12, '3 years': 24 + month }
  const picks = Object.keys(rowsOf) as (keyof typeof rowsOf)[]
  // A walk over all ordered pairs: from each to every later one and back.
  const walk = picks.flatMap((one, at) => [one, ...picks.slice(at + 1).flatMap((other) => [other, one])])
  expect(new Set(walk.slice(1).map((to, at) => `${walk[at]} → ${to}`)).size).toBe(picks.length * (picks.length - 1))

  // An answer waits until the test has seen what stands there meanwhile.
  let [held, release] = [Promise.resolve(), () => {}]
  const hold = () => void (held = new Promise((resolve) => (release = resolve)))
  await page.route(/txn-volume-graph/, async (route) => {
    await held
    await route.continue()
  })

  await signIn(page, app, '/dashboard?period=hour', 'admin@delta.example')
  await page.getByRole('button', { name: 'Volume over time as a table' }).click()
  const chart = page
    .getByRole('region', { name: 'Volume over time', exact: true })
    .filter({ has: page.getByRole('heading') })
  const times = chart.getByRole('rowheader')
  await expect(times).toHaveCount(24)
  for (const [at, to] of walk.slice(1).entries()) {
    const from = walk[at] as keyof typeof rowsOf
    hold()
    await page.getByRole('link', { name: to, exact: true }).click()
    await expect(page.getByRole('link', { name: to, exact: true })).toHaveAttribute('aria-current', /./)
    const meanwhile = await times.allInnerTexts()
    expect([rowsOf[from], rowsOf[to]], `from ${from} to ${to}, before the answer`).toContain(meanwhile.length)
    expect(new Set(meanwhile).size, `from ${from} to ${to}, before the answer`).toBe(meanwhile.length)
    release()
    await expect(chart).toHaveAttribute('aria-busy', 'false')
    const texts = await times.allInnerTexts()
    expect(texts.length, `from ${from} to ${to}`).toBe(rowsOf[to])
    expect(new Set(texts).size, `from ${from} to ${to}`).toBe(texts.length)
  }
})

/** What the dashboard's parts say about the same payments, in all its forms. */
test('figures, rings and newest payments have one currency and one rate, and all big numbers one size', async ({
  page,
  app,
}) => {
  test.setTimeout(90_000)
  await signIn(page, app, '/dashboard?currency=USD')
  const tiles = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^What this means/ }) })
  await expect(tiles).toHaveCount(5, untilLoaded)
  const rate = tiles.filter({ hasText: 'Success rate' }).locator('bdi').first()
  await expect(rate).toHaveText(/^\d+\.\d%$/)
  const ring = page.getByRole('region', { name: 'Payments by status', exact: true })
  const succeeded = ring.getByRole('listitem').filter({ hasText: 'Succeeded' })
  expect(await succeeded.locator('bdi').last().innerText()).toBe(await rate.innerText())
  const counts = await ring.getByRole('listitem').locator('bdi[dir=ltr]:nth-of-type(1)').allInnerTexts()
  const total = counts.reduce((all, count) => all + Number(count.replaceAll(',', '')), 0)
  await expect(ring.locator('p bdi').first()).toHaveText(total.toLocaleString('en'))

  // Columns of a grid differ by parts of a pixel, and so does a size that is a share of their width.
  const sizes = await tiles
    .locator('bdi')
    .evaluateAll((all) => all.map((one) => Math.round(Number.parseFloat(getComputedStyle(one).fontSize) * 10)))
  expect(Math.max(...sizes) - Math.min(...sizes), sizes.join(' ')).toBeLessThanOrEqual(1)
  const cut = await tiles
    .locator('bdi')
    .evaluateAll((all) => all.filter((one) => one.clientHeight > 32 || one.scrollWidth > one.clientWidth + 1).length)
  expect(cut).toBe(0)

  const latest = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Latest payments' }) })
  await expect(latest.getByRole('row')).toHaveCount(11, untilLoaded)
  for (const amount of await latest.locator('td[data-kind=amount] bdi').allInnerTexts()) expect(amount).toMatch(/ USD$/)
  await latest.getByRole('link', { name: 'Show all payments' }).click()
  await page.waitForURL(/currency=USD/)
})

test('on a phone the newest payments show their amounts, and the page does not scroll sideways', async ({
  page,
  app,
}) => {
  test.setTimeout(90_000)
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, app, '/dashboard')
  const amounts = page.locator('td[data-kind=amount] > bdi')
  await expect(amounts).toHaveCount(10, untilLoaded)
  for (const amount of await amounts.all()) {
    const box = await amount.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 360, await amount.innerText()).toBe(true)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('a master’s figures lead to the list of the chosen merchant, and acting for it has its clocks', async ({
  page,
  app,
}) => {
  test.setTimeout(90_000)
  await signIn(page, app, '/dashboard', 'admin@atlas.example')
  const merchants = page.getByRole('combobox', { name: /^Merchant/ })
  await expectOwnList(page, 'Atlas Group')
  await merchants.selectOption({ label: 'Borneo Coffee' })
  await page.waitForURL(/merchant=/)
  await expect(merchants).not.toHaveValue('')
  const key = await merchants.inputValue()
  await expectOwnList(page, 'Borneo Coffee')
  await page.locator(`a[href*=payment-details][href*="merchant=${key}"]`).first().click()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible(untilLoaded)

  await page.goto(`${app.url}/dashboard?acting=${key}`)
  await expect(page.getByText('Times are in Asia/Kuala_Lumpur')).toBeVisible(untilLoaded)
  await expectOwnList(page)
})

/** The first load on a machine that does much else. */
const untilLoaded = { timeout: 20_000 }

/** The tile's number is that of its list, which names the merchant where a master sees several. */
async function expectOwnList(page: Page, merchant?: string): Promise<void> {
  const tile = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Payments', exact: true }) })
  const number = tile.locator('bdi').first()
  await expect(number).toHaveText(/\d/, untilLoaded)
  await expect(page.locator('ul[data-waiting]')).toHaveCount(0, untilLoaded)
  const count = await number.innerText()
  await tile.getByRole('link').click()
  await page.waitForURL(/\/transactions\/payments\?/)
  await expect(page.locator('footer [role=status]')).toHaveText(new RegExp(`of ${count}$`), untilLoaded)
  if (merchant)
    await expect(page.locator('main').getByRole('button', { name: merchant }).first()).toBeVisible(untilLoaded)
  await page.goBack()
  await page.waitForURL(/\/dashboard/)
}
