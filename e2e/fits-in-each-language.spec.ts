import type { Page } from '@playwright/test'
import { defaultLanguage, languageTags, type Language } from '#i18n/languages.ts'
import { screens } from '#contract/screens.ts'
import { full, report } from '#test/faults/counts.ts'
import { probesOf } from '#test/probes.ts'
import { goTo, signIn } from './actions.ts'
import { misfits, type Misfit } from './fits.ts'
import { expect, test } from './fixtures.ts'
import { byPath, makeObjects, master, objectScreens, openObjects, signedOut, states } from './screens.ts'
import { shopperPages } from './shopper-pages.ts'

/**
 * Every screen in each language, on a phone, a tablet and a desk: nothing is cut, nothing runs out of its box or over
 * something else, and nothing scrolls sideways. A run looks at a share of them, another for each commit; the long form
 * looks at all.
 */
const widths = [360, 768, 1_280]
const height = 800

test.describe.configure({ mode: 'parallel' })

test('the screens of a master', async ({ page, app }) => {
  test.setTimeout(full ? 1_800_000 : 120_000)
  const look = await looking(page)
  await signIn(page, app, '/dashboard', master)
  for (const path of probesOf('fits', [...byPath, ...states], 1)) {
    await goTo(page, app, path)
    await look(path)
  }
  done(look)
})

test('the screens of a merchant with much in them', async ({ page, app }) => {
  test.setTimeout(full ? 1_800_000 : 120_000)
  const look = await looking(page)
  await signIn(page, app, '/dashboard')
  const paths = byPath.filter((path) => !path.startsWith(screens.masterMerchants.path))
  for (const path of probesOf('fits of a merchant', paths, 1)) {
    await goTo(page, app, path)
    await look(path)
  }
  done(look)
})

test('the screens of objects', async ({ page, app }) => {
  test.setTimeout(full ? 1_800_000 : 120_000)
  const look = await looking(page)
  await makeObjects(app)
  await signIn(page, app, '/dashboard', master)
  await openObjects(page, app, probesOf('fits of objects', objectScreens, 1), () => look(new URL(page.url()).pathname))
  done(look)
})

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

interface Fault extends Misfit {
  screen: string
  languages: Language[]
  width: number
}
interface Look {
  /** @param of the address of a shopper's page, which is loaded in each language, or the only width to measure. */
  (screen: string, of?: { url?: string; only?: number }): Promise<void>
  faults: Fault[]
  measured: number
}

/** Measures what is open in each language and width. */
async function looking(page: Page): Promise<Look> {
  await page.setViewportSize({ width: 1_280, height })
  const look: Look = Object.assign(
    async (screen: string, { url, only }: { url?: string; only?: number } = {}) => {
      const wide = only === undefined ? widths : [only]
      for (const [at, language] of languageTags.entries()) {
        if (url === undefined) await turnTo(page, language)
        else await page.goto(`${url}${url.includes('?') ? '&' : '?'}lang=${language}`)
        // Back and forth, so that the window changes once less.
        for (const width of at % 2 === 0 ? wide : wide.toReversed()) {
          await page.setViewportSize({ width, height })
          await settled(page)
          for (const misfit of await page.evaluate(misfits))
            takeDown(look.faults, { ...misfit, screen, languages: [language], width })
          look.measured += 1
        }
      }
    },
    { faults: [], measured: 0 },
  )
  return look
}

/** Changes the language as another tab does, without loading the page anew. */
const turnTo = (page: Page, language: Language): Promise<void> =>
  page.evaluate((tag) => {
    localStorage.setItem('language', tag)
    dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: tag }))
    return new Promise<void>((resolve) => {
      const look = () => (document.documentElement.lang === tag ? resolve() : requestAnimationFrame(look))
      look()
    })
  }, language)

/** Unfolds what is folded, and waits for the fonts, for what is on its way, and until tables and panels have found their room. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const folded of document.querySelectorAll<HTMLDetailsElement>('details:not([open])')) folded.open = true
    const frame = () => new Promise(requestAnimationFrame)
    const places = () => [...document.querySelectorAll('[data-position]')].map((panel) => JSON.stringify(panel.getBoundingClientRect())).join() // prettier-ignore
    let before = ''
    do {
      await frame()
      await document.fonts.ready
      before = places()
      // A frame's callbacks run before its sizes are observed.
      await frame()
      await frame()
    } while (document.querySelector('.mantine-Skeleton-root') || document.fonts.status === 'loading' || before !== places()) // prettier-ignore
  })

/** A fault of several languages is one. */
function takeDown(faults: Fault[], fault: Fault): void {
  const same = faults.find(({ screen, width, what, where, text }) => screen === fault.screen && width === fault.width && what === fault.what && where === fault.where && text === fault.text) // prettier-ignore
  if (same) same.languages.push(...fault.languages)
  else faults.push(fault)
}

function done({ faults, measured }: Look): void {
  report(`fits: ${measured} measured, ${faults.length} faults`)
  expect(faults.map(({ screen, languages, width, what, text, where }) => `${screen}, ${languages.join(' ')}, ${width}, ${what}: "${text}" in ${where}`)).toEqual([]) // prettier-ignore
}
