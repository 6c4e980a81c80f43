import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectClean } from './accessible.ts'
import { chooseLanguage, newLink, payByCard, signIn } from './actions.ts'
import { expect, test as base } from './fixtures.ts'

/** A merchant's server that refuses, with words for the shopper, until it takes; its address is taken away at the end. */
const test = base.extend<{ refusing: { url: string; isTaking: boolean; asked: number } }>({
  refusing: async ({ page, app }, use) => {
    const shop = { url: '', isTaking: false, asked: 0 }
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        shop.asked += 1
        response.writeHead(shop.isTaking ? 200 : 409).end(shop.isTaking ? '' : '{"reason":"Only <b>two</b> each."}')
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    shop.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/confirm`
    await use(shop)
    await page.goto(`${app.url}${advanced}`)
    await page.getByLabel('Address to ask').fill('')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Settings saved')).toBeVisible()
    server.close()
  },
})

const username = 'admin@borneo.example'
const advanced = '/general-settings?tab=advanced'

test('a merchant’s server is asked before capture: its refusal is read by the shopper, its 200 takes the money', async ({
  page,
  app,
  refusing,
}) => {
  await signIn(page, app, '/general-settings', username)
  await page.getByRole('link', { name: 'Advanced', exact: true }).click()
  const [address, save] = [page.getByLabel('Address to ask'), page.getByRole('button', { name: 'Save changes' })]
  await expect(save).toBeDisabled()
  await address.fill('https://10.0.0.1/confirm')
  await save.click()
  await expect(page.getByText("This address isn't on the public internet.")).toBeVisible()
  await address.fill(refusing.url)
  await save.click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await expectClean(page)

  await page.goto(await newLink(app, { username }))
  await payByCard(page)
  const alert = page.locator('[data-alert]')
  await expect(alert).toContainText("The shop didn't accept the payment.")
  await expect(alert).toContainText('Only <b>two</b> each.')
  await expect(alert.locator('b')).toHaveCount(0)
  refusing.isTaking = true
  await payByCard(page)
  await expect(page.getByText('Thank you').or(page.getByText('Paid')).first()).toBeVisible()
  expect(refusing.asked).toBe(2)

  await page.goto(`${app.url}/transactions/payments`)
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByText('Confirmed for capture')).toBeVisible()
})

test('the address is set and taken away in Arabic, from right to left', async ({ page, app }) => {
  await chooseLanguage(page, 'ar')
  await signIn(page, app, advanced, username)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const [address, save] = [page.getByLabel('العنوان الذي نسأله'), page.getByRole('button', { name: 'حفظ التغييرات' })]
  await address.fill('https://shop.example/confirm')
  await save.click()
  await expect(page.getByText(/^ضُبط/)).toBeVisible()
  await expectClean(page)
  await address.fill('')
  await save.click()
  await expect(page.getByText(/^ضُبط/)).toHaveCount(0)
})
