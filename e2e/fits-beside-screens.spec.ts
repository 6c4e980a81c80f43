import { defaultLanguage } from '#i18n/languages.ts'
import { full } from '#test/faults/counts.ts'
import { probesOf } from '#test/probes.ts'
import { goTo, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'
import { done, height, looking, turnTo } from './look-in-each-language.ts'
import { master, signedOut } from './screens.ts'
import { shopperPages } from './shopper-pages.ts'

/** What is no screen of its own is measured as screens are: before the sign-in, a shopper's pages, and what opens over a screen. */
test.describe.configure({ mode: 'parallel' })

test('the screens before the sign-in', async ({ page, app }) => {
  test.setTimeout(full ? 900_000 : 120_000)
  const look = await looking(page)
  for (const path of probesOf('fits signed out', signedOut, 1)) {
    await page.goto(app.url + path)
    await page.locator('h1').first().waitFor()
    await look(path)
  }
  done(look)
})

test('the pages of a shopper', async ({ page, app }) => {
  test.setTimeout(full ? 1_800_000 : 120_000)
  const look = await looking(page)
  for (const [name, open] of probesOf('fits of shoppers', Object.entries(shopperPages), 1)) {
    await look(name, { url: await open(page, app) })
    await expect(page.locator('link[href*="/kit-"]'), 'nothing of the console is loaded').toHaveCount(0)
  }
  done(look)
})

test('what opens over a screen', async ({ page, app }) => {
  test.setTimeout(full ? 1_800_000 : 120_000)
  const look = await looking(page)
  await signIn(page, app, '/dashboard', master)
  for (const { path, opener, width } of probesOf('fits of what opens', openers, 1)) {
    await page.setViewportSize({ width, height })
    await turnTo(page, defaultLanguage)
    await goTo(page, app, path)
    for (const button of probesOf(path, await page.locator(`${opener}:visible`).all(), 2)) {
      await button.click()
      await page.locator('[role=menu], [role=dialog], dialog[open]').filter({ visible: true }).first().waitFor()
      await look(`${path} ${(await button.innerText()).trim()}`, { only: width })
      await page.keyboard.press('Escape')
      await turnTo(page, defaultLanguage)
    }
  }
  done(look)
})

test('a label that is too long for its button is found, and so is a text over another', async ({ page, app }) => {
  const look = await looking(page)
  await page.goto(`${app.url}/login`)
  await page.locator('h1').waitFor()
  await page.evaluate(() => {
    const place = document.createElement('div')
    place.innerHTML = `<button style="inline-size: 90px; white-space: nowrap; overflow: hidden">Lataa maksutapahtumaraportti</button>
      <button style="inline-size: 90px; white-space: nowrap">Lähetä hyvityslaskuluonnos</button>
      <p><span>Maksettu</span><span style="margin-inline-start: -30px">Palautettu</span></p>`
    document.body.append(place)
  })
  await look('planted')
  const whats = look.faults.map(({ what, text }) => `${what}: ${text}`)
  expect(whats).toContain('cut: Lataa maksutapahtumaraportti')
  expect(whats).toContain('out of its box: Lähetä hyvityslaskuluonnos')
  expect(whats).toContain('texts over each other: Maksettu | Palautettu')
})

/** Buttons that open menus and panels: those of the bar, and those of lists. A row's acts are those of the first row. */
const lists = ['/transactions/payments', '/invoices', '/subscriptions', '/payouts/manage-payouts', '/accounts', '/reconciliation/exceptions'] // prettier-ignore
const openers = [360, 1_280].flatMap((width) => [
  { width, path: '/dashboard', opener: 'header button[aria-haspopup]' },
  ...lists.map((path) => ({
    width,
    path,
    opener: 'main button[aria-haspopup]:not([data-row] ~ [data-row] *, tr ~ tr *)',
  })),
])
