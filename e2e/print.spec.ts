import type { Page } from '@playwright/test'
import { signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

/** What comes out of the printer: the page's content in ink, without its controls, and not cut at the right. */
test('the dashboard is printed with its charts, in the colours of paper', async ({ page, app }) => {
  test.setTimeout(90_000)
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, app, '/dashboard')
  const marks = page.locator('[data-bar] [data-look], td[data-ink]')
  await expect(marks.first()).toBeAttached(untilLoaded)
  await expect(page.getByRole('table', { name: 'Payments by hour of the week' })).toBeVisible(untilLoaded)
  await expect(page.locator('td[data-kind=amount]').first()).toBeVisible(untilLoaded)
  await onPaper(page)
  const faint = await marks.evaluateAll(
    (all) =>
      all
        .map((one) => getComputedStyle(one))
        .filter((style) => style.backgroundColor === 'rgba(0, 0, 0, 0)' || style.printColorAdjust !== 'exact').length,
  )
  expect(faint).toBe(0)
  await expect(page.getByRole('link', { name: '30 days' })).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'Currency' })).toBeHidden()
  // A row that unfolds is a part of its table.
  await expect(page.locator('button:not([aria-expanded]):visible')).toHaveCount(0)
  await expectWhole(page)

  // Printing itself turns to the light colours, and back.
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('lists and details are printed whole, without filters, buttons and pages', async ({ page, app }) => {
  test.setTimeout(90_000)
  await signIn(page, app, '/transactions/payments')
  // Other tests of this server have made payments with references of their own.
  const order = page.getByRole('table').getByRole('link').first()
  await expect(order).toBeVisible(untilLoaded)
  const controls = [page.getByRole('searchbox'), page.getByRole('button', { name: 'Next page' })]
  for (const control of controls) await expect(control).toBeVisible(untilLoaded)
  await onPaper(page)
  for (const control of controls) await expect(control).toBeHidden()
  await expect(page.getByRole('combobox')).toHaveCount(0)
  await expectWhole(page)

  await page.emulateMedia({ media: 'screen' })
  await order.click()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible(untilLoaded)
  await onPaper(page)
  // A row that unfolds is a part of its table.
  await expect(page.locator('button:not([aria-expanded]):visible')).toHaveCount(0)
  await expectWhole(page)
})

/** The first load on a machine that does much else. */
const untilLoaded = { timeout: 20_000 }

/** As wide as A4 between usual margins. */
async function onPaper(page: Page): Promise<void> {
  await page.setViewportSize({ width: 718, height: 1000 })
  await page.emulateMedia({ media: 'print' })
}

/** Nothing that can be seen ends right of the page, and no box hides a part of itself. */
async function expectWhole(page: Page): Promise<void> {
  const cut = await page.locator('main :visible').evaluateAll((all) =>
    all.flatMap((one) => {
      const { right, width } = one.getBoundingClientRect()
      const hides = one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible'
      const tiny = width <= 1 || one.closest('.visually-hidden') !== null
      return !tiny && (right > innerWidth + 1 || hides)
        ? [`${one.tagName} ${one.className} ${one.textContent?.slice(0, 40)}`]
        : []
    }),
  )
  expect(cut).toEqual([])
}
