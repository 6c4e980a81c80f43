import type { Page } from '@playwright/test'
import { chooseColours } from './accessible.ts'
import { goTo, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

/** The brightness of a card and of the page behind it, from 0 to 255. */
const brightness = (page: Page): Promise<{ card: number; ground: number }> =>
  page.evaluate(() => {
    const of = (element: Element) => Number(/\d+/.exec(getComputedStyle(element).backgroundColor)?.[0])
    return { card: of(document.querySelector('main [data-card]') ?? document.body), ground: of(document.body) }
  })

test('cards are brighter than the page in both colour schemes', async ({ page, app }) => {
  await signIn(page, app, '/dashboard')
  for (const path of ['/transactions/payments', '/general-settings', '/payment-links/create-payment-links']) {
    await goTo(page, app, path)
    for (const colours of ['light', 'dark'] as const) {
      await chooseColours(page, colours)
      await page.locator('main [data-card]').first().waitFor()
      const { card, ground } = await brightness(page)
      expect(card, `${path} in ${colours} colours`).toBeGreaterThan(ground + 5)
    }
  }
})

test('on a wide screen small tables go to its edge', async ({ page, app }) => {
  await page.setViewportSize({ width: 1920, height: 1000 })
  await signIn(page, app, '/dashboard', 'admin@atlas.example')
  for (const path of [
    '/dashboard',
    '/transactions/refund-batches',
    '/integration/api-webhooks?tab=webhooks',
    '/master-merchant?tab=invites',
  ]) {
    await goTo(page, app, path)
    const card = page.locator('main [data-card]').last()
    await expect.poll(async () => (await card.boundingBox())?.width, path).toBeGreaterThan(1600)
  }
})
