import type { Page } from '@playwright/test'
import { attacks } from '#test/attacks.ts'
import { full } from '#test/faults/counts.ts'
import { answersTo, pageOf, textsInTurn } from '#test/page-of-attacks.ts'
import { probesOf } from '#test/probes.ts'
import { chooseWay, newPaymentPage, payByCard, savePage, signIn } from './actions.ts'
import { watchForAttacks } from './attacks.ts'
import { expect, test } from './fixtures.ts'

/** Pages whose every text is an attack, in a real browser: nothing runs, nothing is asked of others, and no policy has to stop anything. */
const texts = probesOf('attacks in a browser', attacks(), 60)
const pages = full ? Math.ceil(texts.length / 60) : 1

test(`attacks in all texts of a page run nowhere, ${pages} pages of them`, async ({ page: merchant, app, browser }) => {
  test.setTimeout(pages * 60_000)
  const next = textsInTurn(texts)
  const shoppers = await browser.newContext()
  const seen: string[] = []
  for (const context of [shoppers, merchant.context()]) await watchForAttacks(context, seen, app.url)
  await signIn(merchant, app, '/dashboard')
  for (let n = 0; n < pages; n += 1) {
    const content = pageOf(next)
    const answers = answersTo(content, next)
    const url = await newPaymentPage(app, content)
    const shopper = await shoppers.newPage()
    const prefill = new URLSearchParams({
      'field.long': answers.fields.long,
      name: next(100),
      [next(20)]: next(100),
      lang: 'en',
    })
    await shopper.goto(`${url}?${prefill}`)
    await expectText(shopper, content.title)
    await shopper.locator('.terms > summary').click()
    await buy(shopper, answers)
    await expect(shopper.locator('[data-panel="thanks"]')).toBeVisible()
    await shopper.goto(`${url}?lang=ar`)
    await expectText(shopper, content.texts.ar.title)
    await shopper.close()

    const ref = url.split('/').at(-1) ?? ''
    await savePage(app, ref, { version: 1, title: next(80), terms: next(500), custom_fields: [] })
    for (const tab of ['overview', 'transactions', 'versions', 'history']) {
      await merchant.goto(`${app.url}/settings/payment-pages-details?ref=${ref}&tab=${tab}`)
      await expect(merchant.locator('h1')).toBeVisible()
      await expect(merchant.locator('.mantine-Skeleton-root')).toHaveCount(0)
    }
    await merchant.goto(`${app.url}/settings/payment-pages/config?page=${ref}`)
    await expect(merchant.frameLocator('iframe').locator('h1')).toBeVisible()
    await merchant.goto(`${app.url}/sandbox/outbox`)
    await expect(merchant.locator('article').first()).toBeVisible()
  }
  expect(seen).toEqual([])
  await shoppers.close()
})

/** The heading is the text, letter by letter; documents have one kind of line end. */
const expectText = async (page: Page, text: string) =>
  expect(await page.locator('h1').textContent()).toBe(text.replaceAll(/\r\n?/g, '\n'))

async function buy(page: Page, { name, email, fields }: ReturnType<typeof answersTo>): Promise<void> {
  for (const [field, text] of Object.entries({
    name,
    email,
    'f-text': fields.text,
    'f-long': fields.long,
    'f-number': fields.number,
  }))
    await page.locator(`#${field}`).fill(text)
  await page.locator('#f-pick').selectOption({ value: fields.pick.replaceAll(/\r\n?/g, '\n') })
  await page.locator('#f-tick').check()
  await chooseWay(page, 'CARD.INT_CREDIT_DEBIT_CARD')
  await page.locator('[data-pay]').click()
  await page.waitForURL(/\/pay\/[0-9A-Za-z]{27}/)
  await payByCard(page)
}
